import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { Comment } from '#contract/schemas/comments.ts'
import { comments, systemLog, users } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

const rowsOn = (blogId: number) => t.db.select().from(comments).where(eq(comments.blogId, blogId))
const listOn = async (blog_id: number, page = 1) =>
  (await t.call('getComments', { page, blog_id })).body.msg as Comment[]

describe('addComment', () => {
  test('returns 401 to a visitor and 404 for an unknown post', async () => {
    const [me, post, course] = [await t.make.signedIn(), await t.make.post(), await t.make.course()]
    expect((await t.call('addComment', { blog_id: post.id, comment_text: 'x' })).status).toBe(401)
    for (const blog_id of [999_999_999, course.id]) {
      const answer = await t.call('addComment', { blog_id, comment_text: 'x' }, me.cookie)
      expect([answer.status, answer.body.code]).toEqual([404, 'blog_not_found'])
    }
    expect(await rowsOn(post.id)).toEqual([])
  })

  test('returns 403 when the body names another student', async () => {
    const [me, other, post] = [await t.make.signedIn(), await t.make.user(), await t.make.post()]
    const answer = await t.call('addComment', { blog_id: post.id, student_id: other.id, comment_text: 'x' }, me.cookie)
    expect([answer.status, await rowsOn(post.id)]).toEqual([403, []])
  })

  test.each([undefined, null, '', ' \n\t ', 7, ['x'], 'x'.repeat(2_001), 'a\u0000b'])(
    'returns 400 for the comment %j',
    async (comment_text) => {
      const [me, post] = [await t.make.signedIn(), await t.make.post()]
      const { status } = await t.send('addComment', { blog_id: post.id, comment_text }, me.cookie)
      expect([status, await rowsOn(post.id)]).toEqual([400, []])
    },
  )

  test("stores the trimmed text under the author's name, whatever the body claims", async () => {
    const [me, post] = [await t.make.signedIn(), await t.make.post()]
    const claims = { first_name: 'Admin', role: 'admin', email: 'x@mail.example', blog_title: 'x' }
    const { body } = await t.send(
      'addComment',
      { blog_id: post.id, comment_text: ' <img src=x onerror=alert(1)>\nTwo lines ', ...claims },
      me.cookie,
    )
    const stored = at(await rowsOn(post.id))
    const expected = {
      comment_id: stored.id,
      comment_text: '<img src=x onerror=alert(1)>\nTwo lines',
      created_date: stored.createdAt.toISOString(),
      first_name: me.firstName,
      image_url: '',
      // The role of the session, not of the claims.
      role: 'student',
      blog_id: post.id,
    }
    expect(body).toEqual({ status: true, msg: expected })
    expect(await listOn(post.id)).toEqual([expected])
    const [entry] = await t.db.select().from(systemLog).where(eq(systemLog.studentId, me.id))
    expect(entry).toMatchObject({ message: `Commented on “${post.title}”`, email: me.email })
  })

  test('accepts a comment from an admin', async () => {
    const [admin, post] = [await t.make.signedIn({ role: 'admin' }), await t.make.post()]
    const { status } = await t.call('addComment', { blog_id: post.id, comment_text: 'Thank you all.' }, admin.cookie)
    expect(status).toBe(200)
    expect(await listOn(post.id)).toMatchObject([{ role: 'admin' }])
  })

  test('returns 401 when the account has been deleted', async () => {
    const [me, post] = [await t.make.signedIn(), await t.make.post()]
    await t.call('session', {}, me.cookie)
    // Directly in the database, so that the session stays cached.
    await t.db.delete(users).where(eq(users.id, me.id))
    const answer = await t.call('addComment', { blog_id: post.id, comment_text: 'x' }, me.cookie)
    expect([answer.status, await rowsOn(post.id)]).toEqual([401, []])
  })
})

describe('getComments', () => {
  test('marks what an admin wrote as staff’s, whatever the author is called', async () => {
    const [admin, student, post] = [
      await t.make.signedIn({ role: 'admin', firstName: 'Ada' }),
      await t.make.user({ firstName: 'Admin' }),
      await t.make.post(),
    ]
    const added = await t.call('addComment', { blog_id: post.id, comment_text: 'Welcome' }, admin.cookie)
    expect(added.body.msg).toMatchObject({ first_name: 'Ada', role: 'admin' })
    await t.make.comment(student.id, post.id)
    const [byStudent, byAdmin] = await listOn(post.id)
    expect(byAdmin).toMatchObject({ first_name: 'Ada', role: 'admin' })
    expect(byStudent).toMatchObject({ first_name: 'Admin', role: 'student' })
  })

  test('returns ten comments a page, newest first, also to visitors', async () => {
    const post = await t.make.post()
    const author = await t.make.user({ imageUrl: 'a.webp' })
    for (let n = 1; n <= 11; n++) await t.make.comment(author.id, post.id, `Comment ${n}`)
    await t.make.comment(author.id, (await t.make.post()).id, 'On another post')
    const first = await t.call('getComments', { page: 1, blog_id: String(post.id) })
    expect((first.body.msg as Comment[]).map(({ comment_text }) => comment_text)).toEqual(
      Array.from({ length: 10 }, (_, n) => `Comment ${11 - n}`),
    )
    expect(at(first.body.msg as Comment[])).toMatchObject({ first_name: author.firstName, image_url: 'a.webp' })
    expect(first.body.nextPage).toBe(2)
    expect((await t.call('getComments', { page: 2, blog_id: post.id })).body).toMatchObject({
      msg: [{ comment_text: 'Comment 1' }],
      nextPage: null,
    })
  })

  test('returns an empty list for a post without comments and for an unknown post', async () => {
    const post = await t.make.post()
    for (const blog_id of [post.id, 999_999_999]) expect(await listOn(blog_id)).toEqual([])
    expect((await t.send('getComments', { blog_id: post.id })).status).toBe(400)
  })

  test('shows a new name and picture on earlier comments', async () => {
    const [me, post] = [await t.make.signedIn(), await t.make.post()]
    await t.make.comment(me.id, post.id)
    expect(await listOn(post.id)).toMatchObject([{ first_name: me.firstName, image_url: '' }])
    const profile = {
      first_name: 'Renamed',
      last_name: 'B',
      email: me.email,
      birthdate: '2000-01-01',
      gender: 'Female' as const,
    }
    expect((await t.call('updateUser', profile, me.cookie)).status).toBe(200)
    expect(await listOn(post.id)).toMatchObject([{ first_name: 'Renamed' }])
    await t.upload({ id: me.id, image: TINY_PNG }, me.cookie)
    expect(await listOn(post.id)).toMatchObject([{ image_url: expect.stringMatching(/\.webp$/) }])
    await t.db.update(users).set({ passwordHash: null }).where(eq(users.id, me.id))
    expect((await t.call('deleteAccount', { confirmation: me.email }, me.cookie)).status).toBe(200)
    expect(await listOn(post.id)).toEqual([])
  })
})

describe('getOwnComments', () => {
  test('returns 401 when a visitor asks', async () => {
    expect((await t.call('getOwnComments', { blog_id: 1 })).status).toBe(401)
  })

  test("returns the user's own comments on the post, newest first", async () => {
    const [me, other, post, elsewhere] = [
      await t.make.signedIn(),
      await t.make.signedIn(),
      await t.make.post(),
      await t.make.post(),
    ]
    const ids = [await t.make.comment(me.id, post.id), await t.make.comment(me.id, post.id)].map(({ id }) => id)
    await t.make.comment(other.id, post.id)
    await t.make.comment(me.id, elsewhere.id)
    const ask = async () => (await t.call('getOwnComments', { blog_id: post.id }, me.cookie)).body.msg as number[]
    expect(await ask()).toEqual(ids.toReversed())
    const { body } = await t.call('addComment', { blog_id: post.id, comment_text: 'One more.' }, me.cookie)
    expect(at(await ask())).toBe((body.msg as Comment).comment_id)
  })
})

describe('deleteComment', () => {
  async function createComment() {
    const [author, post] = [await t.make.signedIn(), await t.make.post()]
    const comment = await t.make.comment(author.id, post.id)
    return { author, post, remove: (cookie?: string) => t.call('deleteComment', { comment_id: comment.id }, cookie) }
  }

  test('returns 401 to a visitor and 403 to another student', async () => {
    const { post, remove } = await createComment()
    const other = await t.make.signedIn()
    expect([(await remove()).status, (await remove(other.cookie)).status]).toEqual([401, 403])
    expect(await rowsOn(post.id)).toHaveLength(1)
  })

  test('lets the author delete it and returns 404 the second time', async () => {
    const { author, post, remove } = await createComment()
    await listOn(post.id)
    expect((await remove(author.cookie)).body).toEqual({ status: true, msg: 'The comment was removed' })
    expect(await listOn(post.id)).toEqual([])
    const again = await remove(author.cookie)
    expect([again.status, again.body.code]).toEqual([404, 'comment_not_found'])
  })

  test('lets an admin delete any comment and logs its author', async () => {
    const { author, post, remove } = await createComment()
    const admin = await t.make.signedIn({ role: 'admin' })
    expect((await remove(admin.cookie)).status).toBe(200)
    const [entry] = await t.db.select().from(systemLog).where(eq(systemLog.studentId, admin.id))
    expect(entry?.message).toBe(`Removed ${author.firstName}’s comment on “${post.title}”`)
  })
})

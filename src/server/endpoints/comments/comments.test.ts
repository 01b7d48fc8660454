import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Comment } from '#contract/comments.ts'
import { comments, systemLog } from '#server/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let me: Awaited<ReturnType<TestApp['make']['signedIn']>>
let blog: Awaited<ReturnType<TestApp['make']['blog']>>
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  ;[me, blog] = [await t.make.signedIn(), await t.make.blog()]
})
afterAll(() => t.close())

const comment = (changes: object = {}, cookie: string | undefined = me.cookie) =>
  t.send('addComment', { blog_id: blog.id, comment_text: 'Well said.', ...changes }, cookie)
const list = async (page = 1) => {
  const { body } = await t.call('getComments', { page, blog_id: blog.id })
  return { comments: body.msg as Comment[], nextPage: body.nextPage }
}
const rows = () => t.db.select().from(comments).where(eq(comments.blogId, blog.id))

describe('a comment', () => {
  test('is kept with its author and shown to everyone, in six fields that tell nobody’s id', async () => {
    const { body } = await comment({ comment_text: ' <b>Well</b>\nsaid ' })
    const kept = {
      comment_id: at(await rows()).id,
      comment_text: '<b>Well</b>\nsaid',
      created_date: expect.stringMatching(/Z$/),
      first_name: me.firstName,
      image_url: '',
      blog_id: blog.id,
    }
    expect(body.msg).toEqual(kept)
    expect((await list()).comments).toEqual([kept])
    expect((await t.db.select().from(systemLog).where(eq(systemLog.studentId, me.id))).map(({ message }) => message)).toEqual([`Commented on “${blog.title}”`])
  })

  test('comes newest first, ten a page', async () => {
    for (let n = 1; n <= 11; n++) await comment({ comment_text: `number ${n}` })
    const first = await list()
    expect([first.comments.length, at(first.comments).comment_text, first.nextPage]).toEqual([10, 'number 11', 2])
    const second = await list(2)
    expect([second.comments.map(({ comment_text }) => comment_text), second.nextPage]).toEqual([['number 1'], null])
  })

  test('is an admin’s to write, too', async () => {
    const admin = await t.make.signedIn({ role: 'admin' })
    expect((await comment({}, admin.cookie)).status).toBe(200)
  })

  test.each([
    ['nothing in it', { comment_text: '' }],
    ['only blanks in it', { comment_text: ' \n\t ' }],
    ['2,001 characters', { comment_text: 'x'.repeat(2_001) }],
    ['half a surrogate pair', { comment_text: 'a\ud800' }],
    ['a list as text', { comment_text: ['x'] }],
  ])('with %s is refused', async (_name, changes) => {
    expect((await comment(changes)).status).toBe(400)
    expect(await rows()).toEqual([])
  })

  test('needs a sign-in, and a post that is there', async () => {
    expect((await t.send('addComment', { blog_id: blog.id, comment_text: 'x' })).status).toBe(401)
    expect(await comment({ blog_id: 999_999_999 })).toMatchObject({ status: 404, body: { code: 'blog_not_found' } })
    expect(await comment({ blog_id: me.id })).toMatchObject({ status: 404 })
  })

  test('is seen by the next reader, whatever was kept', async () => {
    expect((await list()).comments).toEqual([])
    await comment()
    expect((await list()).comments).toHaveLength(1)
  })
})

describe('removing a comment', () => {
  test('is its author’s and an admin’s', async () => {
    const [stranger, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
    await comment()
    await comment()
    const [first, second] = (await rows()).map(({ id }) => id)
    const remove = (id: number | undefined, cookie: string) => t.call('deleteComment', { comment_id: id ?? 0 }, cookie)
    expect((await remove(first, stranger.cookie)).status).toBe(403)
    expect((await remove(first, me.cookie)).status).toBe(200)
    expect(await remove(first, me.cookie)).toMatchObject({ status: 404, body: { code: 'comment_not_found' } })
    expect((await remove(second, admin.cookie)).status).toBe(200)
    expect((await list()).comments).toEqual([])
  })

  test('one’s own are known by their ids', async () => {
    const other = await t.make.signedIn()
    await comment()
    await comment({}, other.cookie)
    const own = async (cookie: string) => (await t.call('getOwnComments', { blog_id: blog.id }, cookie)).body.msg as number[]
    const [mine, theirs] = [await own(me.cookie), await own(other.cookie)]
    expect([mine.length, theirs.length]).toEqual([1, 1])
    expect(mine).not.toEqual(theirs)
    await t.call('deleteComment', { comment_id: at(mine) }, me.cookie)
    expect(await own(me.cookie)).toEqual([])
  })
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminBlog, BlogForm } from '#contract/schemas/blog-form.ts'
import type { Blog } from '#contract/schemas/blogs.ts'
import { LIMITS } from '#contract/limits.ts'
import { blogs, comments, systemLog } from '#server/platform/db/schema.ts'
import { editorHtml } from '#server/testing/html/editor-content.ts'
import { hostileHtml } from '#server/testing/html/hostile-content.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['make']['signedIn']>>
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})

const form = (values: object = {}) => ({
  title: 'On lamps',
  subtitle: 'Said shortly',
  content: '<p>Said at length</p>',
  ...values,
})
const add = (values: object = {}) => t.send('addBlog', form(values), admin.cookie)
const addAndGetId = async (values: object = {}) => ((await add(values)).body.msg as { id: number }).id
const update = (blog_id: number, values: object = {}) =>
  t.send('updateBlog', { blog_id, ...form(values) }, admin.cookie)
const getRow = async (id: number) => (await t.db.select().from(blogs).where(eq(blogs.id, id)))[0]
const getForm = async (blog_id: number) => (await t.call('getBlogForm', { blog_id }, admin.cookie)).body.msg as BlogForm
const getStatus = async (blog_id: number, cookie?: string) => (await t.call('getBlogData', { blog_id }, cookie)).status
const getListedIds = async () =>
  ((await t.call('getBlogData', { page: 1 })).body.msg as Blog[]).map(({ blog_id }) => blog_id)
const getLogEntries = async () =>
  (await t.db.select().from(systemLog).where(eq(systemLog.studentId, admin.id)).orderBy(systemLog.id)).map(
    ({ kind, message }) => [kind, message],
  )

test('getBlogForm returns 404 for a post that does not exist', async () => {
  const { status, body } = await t.call('getBlogForm', { blog_id: 999_999_999 }, admin.cookie)
  expect([status, body.code]).toEqual([404, 'blog_not_found'])
})

describe('addBlog', () => {
  test('stores the form’s fields, shows the post at once and writes the log', async () => {
    await getListedIds()
    const answer = await add({ admin_id: admin.id, role: 'student', email: 'forged@mail.example', image_url: 'x' })
    const { id } = answer.body.msg as { id: number }
    expect(answer.body.msg).toEqual({ id: expect.any(Number), msg: 'The post was added', version: 1 })
    expect((await getListedIds())[0]).toBe(id)
    const { body } = await t.call('getBlogData', { blog_id: id })
    expect(body.msg).toMatchObject([{ blog_id: id, ...form(), image_url: '' }])
    expect(await getLogEntries()).toEqual([['blog', 'Added the post “On lamps”']])
  })

  test('returns 403 for another admin’s id and writes nothing', async () => {
    const other = await t.make.user({ role: 'admin' })
    const before = await getListedIds()
    expect((await add({ admin_id: other.id })).status).toBe(403)
    expect(await getListedIds()).toEqual(before)
  })

  test.each<[string, object, number]>([
    ['a title of one character', { title: 'x' }, 200],
    ['a title at its limit', { title: 'x'.repeat(LIMITS.title) }, 200],
    ['a title beyond it', { title: 'x'.repeat(LIMITS.title + 1) }, 400],
    ['no title', { title: undefined }, 400],
    ['a blank title', { title: '  \t ' }, 400],
    ['a title of two lines', { title: 'a\nb' }, 400],
    ['a title that is a list', { title: ['x'] }, 400],
    ['no subtitle', { subtitle: '' }, 200],
    ['a subtitle at its limit', { subtitle: 'x'.repeat(LIMITS.subtitle) }, 200],
    ['a subtitle beyond it', { subtitle: 'x'.repeat(LIMITS.subtitle + 1) }, 400],
    ['a subtitle with a control character', { subtitle: 'a\u0000b' }, 400],
    ['a subtitle that is a number', { subtitle: 7 }, 400],
    ['no content', { content: '' }, 200],
    ['content at its limit', { content: 'x'.repeat(LIMITS.content) }, 200],
    ['content at its limit, in characters of two bytes', { content: 'é'.repeat(LIMITS.content / 2) }, 200],
    ['content beyond it by a byte', { content: `${'é'.repeat(LIMITS.content / 2)}x` }, 400],
    ['content beyond it', { content: 'x'.repeat(LIMITS.content + 1) }, 400],
    ['content that is a Quill delta', { content: { ops: [] } }, 400],
    ['content with half a character', { content: '\ud800' }, 400],
    ['public as a word', { public: 'yes' }, 400],
    ['5 MB of content', { content: 'x'.repeat(5 * 1024 * 1024) }, 413],
  ])('%s is answered with the expected status', async (_name, values, status) => {
    expect((await add(values)).status).toBe(status)
  })

  test('names the limit of the content in kB', async () => {
    for (const content of ['x'.repeat(LIMITS.content + 1), '語'.repeat(LIMITS.content / 2)])
      expect((await add({ content })).body.msg).toBe('The content can have at most 500 kB')
  })

  test('removes hostile HTML and stores the editor’s HTML unchanged', async () => {
    for (const content of hostileHtml.slice(0, 40)) {
      const stored = (await getRow(await addAndGetId({ content })))?.content ?? ''
      expect(stored).not.toMatch(/<script|<iframe|\son\w+\s*=|javascript:/i)
    }
    for (const content of editorHtml.slice(0, 10))
      expect((await getRow(await addAndGetId({ content })))?.content).toBe(content)
  })
})

describe('updateBlog', () => {
  test('changes the post for everyone at once, keeps its date and writes the log', async () => {
    const id = await addAndGetId()
    const before = await getRow(id)
    expect(await getStatus(id)).toBe(200)
    expect((await update(id, { title: 'On lanterns', content: '<p>New</p>' })).body.msg).toEqual({
      id,
      msg: 'The post was saved',
      version: 2,
    })
    expect(((await t.call('getBlogData', { blog_id: id })).body.msg as Blog[])[0]).toMatchObject({
      title: 'On lanterns',
      content: '<p>New</p>',
    })
    expect(await getRow(id)).toMatchObject({ createdAt: before?.createdAt, version: 2 })
    expect((await getLogEntries()).at(-1)).toEqual(['blog', 'Changed the post “On lanterns”'])
  })

  test('returns 404 for a missing post and for the id of a course', async () => {
    const course = await t.make.course()
    for (const id of [999_999_999, course.id]) {
      const answer = await update(id)
      expect([answer.status, answer.body.code]).toEqual([404, 'blog_not_found'])
    }
  })

  test('returns 409 to the second of two admins and overwrites nothing', async () => {
    const id = await addAndGetId()
    const { version } = await getForm(id)
    const answers = await Promise.all(['mine', 'theirs'].map((title) => update(id, { version, title })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
      code: 'changed_meanwhile',
      msg: 'Someone else saved changes while you were editing',
    })
    const winner = answers[0]?.status === 200 ? 'mine' : 'theirs'
    expect(await getForm(id)).toMatchObject({ blog: { title: winner }, version: version + 1 })
    expect((await update(id, { version: version + 1, title: 'again' })).status).toBe(200)
  })

  test('saves over any version when none is sent', async () => {
    const id = await addAndGetId()
    await update(id)
    expect((await update(id)).status).toBe(200)
  })
})

describe('a draft', () => {
  test('is hidden from lists, post pages, comments, feeds and the sitemap', async () => {
    const id = await addAndGetId({ public: false, title: 'Not yet' })
    const student = await t.make.signedIn()
    await t.make.comment(student.id, id)
    for (const cookie of [undefined, student.cookie, admin.cookie]) expect(await getStatus(id, cookie)).toBe(404)
    expect(await getListedIds()).not.toContain(id)
    expect((await t.call('getComments', { page: 1, blog_id: id })).body.msg).toEqual([])
    expect((await t.call('addComment', { blog_id: id, comment_text: 'Early' }, student.cookie)).status).toBe(404)
    for (const url of ['/sitemap.xml', '/feed.xml', '/atom.xml'])
      expect((await t.app.inject(url)).body).not.toContain('Not yet')
    expect((await getForm(id)).blog).toMatchObject({ title: 'Not yet', public: false })
  })

  test('appears at once when published, and disappears when it becomes a draft again', async () => {
    const id = await addAndGetId({ public: false })
    expect(await getListedIds()).not.toContain(id)
    await update(id, { public: true })
    expect([await getStatus(id), (await getListedIds())[0]]).toEqual([200, id])
    const student = await t.make.signedIn()
    await t.call('addComment', { blog_id: id, comment_text: 'There it is' }, student.cookie)
    expect((await t.call('getComments', { page: 1, blog_id: id })).body.msg).toHaveLength(1)
    await update(id, { public: false })
    expect([await getStatus(id), (await t.call('getComments', { page: 1, blog_id: id })).body.msg]).toEqual([404, []])
  })

  test('stays a draft when public is omitted', async () => {
    const id = await addAndGetId({ public: false })
    await update(id, { title: 'Still not' })
    expect((await getForm(id)).blog.public).toBe(false)
  })
})

describe('getBlogsAdmin', () => {
  const panel = async (values: object) =>
    (await t.send('getBlogsAdmin', { page: 1, ...values }, admin.cookie)).body.msg as AdminBlog[]

  test('lists posts and drafts, newest first, with comment counts and without content', async () => {
    const [draft, post] = [
      await addAndGetId({ title: 'Zeppelin draft', public: false }),
      await addAndGetId({ title: 'Zeppelin post' }),
    ]
    const student = await t.make.signedIn()
    for (let n = 0; n < 3; n++) await t.make.comment(student.id, post)
    const found = await panel({ search_text: 'zeppelin' })
    expect(found).toMatchObject([
      { blog_id: post, public: true, comments: 3 },
      { blog_id: draft, public: false, comments: 0 },
    ])
    expect(found[0]).not.toHaveProperty('content')
    expect((await panel({ search_text: 'zeppelin', select_data: 'Draft' })).map(({ blog_id }) => blog_id)).toEqual([
      draft,
    ])
    expect((await panel({ search_text: 'zeppelin', select_data: 'Public' })).map(({ blog_id }) => blog_id)).toEqual([
      post,
    ])
    expect(await panel({ search_text: '%' })).toEqual([])
  })

  test('returns 20 posts a page', async () => {
    for (let n = 0; n < 21; n++) await t.make.post({ title: `Many ${n}` })
    const first = await t.send('getBlogsAdmin', { page: 1, search_text: 'Many' }, admin.cookie)
    expect([(first.body.msg as unknown[]).length, first.body.nextPage]).toEqual([20, 2])
    const second = await t.send('getBlogsAdmin', { page: 2, search_text: 'Many' }, admin.cookie)
    expect([(second.body.msg as unknown[]).length, second.body.nextPage]).toEqual([1, null])
  })
})

describe('deleteBlog', () => {
  test('deletes the post with its comments, and returns 404 the second time', async () => {
    const id = await addAndGetId({ title: 'Short-lived' })
    const student = await t.make.signedIn()
    await t.make.comment(student.id, id)
    expect((await t.call('deleteBlog', { blog_id: id }, student.cookie)).status).toBe(403)
    await getListedIds()
    expect((await t.call('deleteBlog', { blog_id: id }, admin.cookie)).body.msg).toBe('The post was deleted')
    expect([await getStatus(id), (await getListedIds()).includes(id)]).toEqual([404, false])
    expect(await t.db.select().from(comments).where(eq(comments.blogId, id))).toEqual([])
    expect((await getLogEntries()).at(-1)).toEqual(['blog', 'Deleted the post “Short-lived”'])
    const again = await t.call('deleteBlog', { blog_id: id }, admin.cookie)
    expect([again.status, again.body.code]).toEqual([404, 'blog_not_found'])
  })

  test('succeeds once when called ten times at once', async () => {
    const id = await addAndGetId()
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => t.call('deleteBlog', { blog_id: id }, admin.cookie)),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })
})

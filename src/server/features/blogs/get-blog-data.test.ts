import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Blog } from '#contract/schemas/blogs.ts'
import { blogs } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

async function post(title: string) {
  const values = { title, subtitle: 'Said shortly', content: '<p>Said at length</p>', imageUrl: 'a.webp' }
  return at(await t.db.insert(blogs).values(values).returning())
}

test.each([{}, { page: 0 }, { page: 'x' }, { blog_id: 0 }, { blog_id: [1] }, { page: null }, { blog_id: null }])(
  '%j is not the form of the call',
  async (body) => {
    const answer = await t.send('getBlogData', body)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
  },
)

test('a post that is not there is a 404 of its own', async () => {
  const course = await t.make.course()
  for (const blog_id of [999_999_999, course.id]) {
    const answer = await t.call('getBlogData', { blog_id })
    expect([answer.status, answer.body.code]).toEqual([404, 'blog_not_found'])
  }
})

test('the blog comes nine a page, newest first, and to visitors too', async () => {
  expect((await t.call('getBlogData', { page: 7 })).body).toEqual({ status: true, msg: [], nextPage: null })
  for (let n = 1; n <= 10; n++) await post(`Post ${n}`)
  const first = await t.call('getBlogData', { page: 1 })
  expect((first.body.msg as Blog[]).map(({ title }) => title)).toEqual(
    Array.from({ length: 9 }, (_, n) => `Post ${10 - n}`),
  )
  expect(first.body.nextPage).toBe(2)
  const second = await t.call('getBlogData', { page: 2, blog_id: null })
  expect((second.body.msg as Blog[]).map(({ title }) => title)).toEqual(['Post 1'])
  expect(second.body.nextPage).toBeNull()
})

test('one post is found by its number', async () => {
  const made = await post('Found')
  const { body } = await t.call('getBlogData', { blog_id: String(made.id) })
  expect(body).toEqual({
    status: true,
    msg: [
      {
        blog_id: made.id,
        title: 'Found',
        subtitle: 'Said shortly',
        content: '<p>Said at length</p>',
        image_url: 'a.webp',
        created_date: made.createdAt.toISOString(),
      },
    ],
    nextPage: null,
  })
})

test('what no editor writes never leaves the server, whatever is in the table', async () => {
  const hostile = '<p onclick="alert(1)">Text</p><script>alert(1)</script><a href="javascript:alert(1)">x</a>'
  const made = at(await t.db.insert(blogs).values({ title: 'Hostile', content: hostile }).returning())
  // Not asked for before, so not kept: this post came behind the server's back.
  for (const input of [{ blog_id: made.id }, { page: 1, blog_id: null }]) {
    const { body } = await t.call('getBlogData', input)
    expect(at(body.msg as Blog[])).toMatchObject({ title: 'Hostile', content: '<p>Text</p><a>x</a>' })
  }
})

import { eq } from 'drizzle-orm'
import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublished } from '#server/features/courses/course-row.ts'
import { blogs, courses, site } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { buildCourseInput } from '#server/testing/learning/course-input.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'
import { buildApp } from '#server/app.ts'

const HERE = 'http://localhost:3000'
const CONTENT =
  '<p>Read <a href="/student/allcourses">ours</a> or <a href="https://a.example/x?y=1&z=2">theirs</a>; write <code>href="/x"</code> ]]&gt; &amp; <img src="/uploads/0123456789abcdef0123456789abcdef.webp"></p><script>alert(1)</script>'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
  for (let n = 1; n <= 23; n++) await t.make.post({ title: `Post ${n}` })
  await t.make.post({
    title: 'On/off: <b>1 & 2</b> ]]> 🙂',
    subtitle: 'Tags < text & so on',
    content: CONTENT,
    imageUrl: 'fedcba9876543210fedcba9876543210.webp',
  })
})
afterAll(() => t.close())

const { DOMParser } = new JSDOM('').window

async function read(path: string) {
  const response = await t.app.inject(path)
  const document = new DOMParser().parseFromString(response.body, 'application/xml')
  expect(document.querySelector('parsererror')?.textContent).toBeUndefined()
  const texts = (selector: string) => [...document.querySelectorAll(selector)].map(({ textContent }) => textContent)
  return { response, document, texts }
}

describe.each([
  {
    path: '/feed.xml',
    type: 'application/rss+xml; charset=utf-8',
    item: 'item',
    content: 'content:encoded',
    date: 'item > pubDate',
  },
  {
    path: '/atom.xml',
    type: 'application/atom+xml; charset=utf-8',
    item: 'entry',
    content: 'content',
    date: 'entry > published',
  },
])('$path', ({ path, type, item, content, date }) => {
  test('is valid XML with the twenty newest posts', async () => {
    const { response, texts } = await read(path)
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, type])
    expect(texts(item)).toHaveLength(20)
    expect(texts(`${item} > title`).slice(0, 3)).toEqual([
      'On/off: &lt;b&gt;1 &amp; 2&lt;/b&gt; ]]&gt; 🙂',
      'Post 23',
      'Post 22',
    ])
    expect(texts(date).every((day) => !Number.isNaN(Date.parse(day ?? '')))).toBe(true)
  })

  test('contains sanitized content with absolute links', async () => {
    const { document } = await read(path)
    expect(document.getElementsByTagName(content)[0]?.textContent).toBe(
      `<p>Read <a href="${HERE}/student/allcourses">ours</a> or <a href="https://a.example/x?y=1&amp;z=2" rel="noopener noreferrer" target="_blank">theirs</a>; write <code>href="/x"</code> ]]&gt; &amp; <img src="${HERE}/uploads/0123456789abcdef0123456789abcdef.webp"></p>`,
    )
  })

  test('contains only absolute URLs', async () => {
    const { document, texts } = await read(path)
    const links = [...document.querySelectorAll('[href]')].map((element) => element.getAttribute('href') ?? '')
    const addresses = [...texts('link'), ...links, ...texts('guid, id')].filter(Boolean)
    expect(addresses.length).toBeGreaterThan(40)
    expect(addresses.filter((address) => !address?.startsWith(HERE))).toEqual([])
    expect(
      addresses.some((address) =>
        address?.endsWith('-Onoff%3A%20%3Cb%3E1%20%26%202%3Cb%3E%20%5D%5D%3E%20%F0%9F%99%82'),
      ),
    ).toBe(true)
  })

  test('answers HEAD', async () => {
    const head = await t.app.inject({ method: 'HEAD', url: path })
    expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([200, type, ''])
  })
})

describe('/courses.xml', () => {
  const IMAGE = 'fedcba9876543210fedcba9876543210.webp'

  test('is valid RSS with the twenty newest published courses and their public pages', async () => {
    for (let n = 1; n <= 20; n++) await t.make.course({ title: `Course ${n}` })
    await t.make.course({ title: 'A draft', isPublic: false })
    await t.make.course({ title: 'Archived', archivedAt: new Date() })
    const { id } = await t.make.course({
      title: 'On/off: <b>1 & 2</b> ]]> \u0001🙂',
      description: 'Tags < text\n\nMore',
      imageUrl: IMAGE,
    })
    const { response, texts, document } = await read('/courses.xml')
    expect(response.headers['content-type']).toBe('application/rss+xml; charset=utf-8')
    expect(texts('item > title')).toEqual([
      'On/off: &lt;b&gt;1 &amp; 2&lt;/b&gt; ]]&gt; 🙂',
      ...Array.from({ length: 19 }, (_, n) => `Course ${20 - n}`),
    ])
    expect(at(texts('item > description'))).toBe('Tags &lt; text')
    expect(at(texts('item > link'))).toBe(`${HERE}/courses/${id}-on-off-b-1-2-b`)
    expect(at(texts('item > guid'))).toBe(`${HERE}/courses/${id}`)
    expect(document.querySelector('enclosure')?.getAttribute('url')).toBe(`${HERE}/uploads/${IMAGE}`)
  })

  test('lists a new course at once', async () => {
    const admin = await t.make.signedIn({ role: 'admin' })
    await read('/courses.xml')
    expect((await t.send('addCourse', buildCourseInput({ title: 'The newest course' }), admin.cookie)).status).toBe(200)
    expect(at((await read('/courses.xml')).texts('item > title'))).toBe('The newest course')
  })
})

test('updates the feeds when a post changes', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  const post = await t.make.post({ title: 'The newest' })
  expect((await read('/feed.xml')).texts('item > title')).not.toContain('The newest')
  expect((await t.upload({ id: post.id, image: TINY_PNG }, admin.cookie)).status).toBe(200)
  expect(at((await read('/feed.xml')).texts('item > title'))).toBe('The newest')
  expect(at((await read('/atom.xml')).texts('entry > title'))).toBe('The newest')
})

test('serves a feed without posts', async () => {
  const empty = await createTestApp()
  for (const path of ['/feed.xml', '/atom.xml', '/courses.xml']) {
    const response = await empty.app.inject(path)
    const document = new DOMParser().parseFromString(response.body, 'application/xml')
    expect([response.statusCode, document.querySelector('parsererror')]).toEqual([200, null])
  }
  await empty.close()
})

test('lists every post in the sitemap', async () => {
  const { response, texts } = await read('/sitemap.xml')
  expect(response.headers['content-type']).toBe('application/xml; charset=utf-8')
  const posts = texts('url > loc').filter((address) => address?.startsWith(`${HERE}/student/blog/`))
  expect(posts.length).toBe((await t.db.select().from(blogs)).length)
  // When a post was last changed is not known.
  expect(response.body).not.toMatch(/\/student\/blog\/[^<]*<\/loc><lastmod>/)
})

test('lets search engines read the page of the API, and not the calls', async () => {
  const { body } = await t.app.inject('/robots.txt')
  expect(body).toContain('Allow: /api/docs\nDisallow: /api/\n')
})

test('lists every public course in the sitemap, with the day of its newest lesson, and none once it is a draft', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  const course = await t.make.course({ title: 'قواعد & <x>', createdAt: new Date('2026-01-01') })
  await t.db
    .update(courses)
    .set({ updatedAt: new Date('2026-02-03T04:05:06Z') })
    .where(eq(courses.id, course.id))
  const bare = await t.make.course({ title: 'Bare', lessonTitles: [], createdAt: new Date('2026-01-02') })
  await t.make.course({ title: 'Hidden', isPublic: false })
  await t.make.course({ title: 'Hidden', archivedAt: new Date() })
  await t.make.course({ title: 'Hidden', deletedAt: new Date() })
  const save = (changes: object) =>
    t.send('updateCourse', { course_id: bare.id, ...buildCourseInput({ title: 'Bare' }), ...changes }, admin.cookie)
  // The first write drops the cached sitemap.
  expect((await save({})).status).toBe(200)
  const { response, texts } = await read('/sitemap.xml')
  const found = texts('url > loc').filter((address) => address?.startsWith(`${HERE}/courses/`))
  expect(found.length).toBe((await t.db.select().from(courses).where(isPublished)).length)
  expect(response.body).toContain(
    `<loc>${HERE}/courses/${course.id}-${encodeURIComponent('قواعد')}-x</loc><lastmod>2026-02-03T04:05:06.000Z</lastmod>`,
  )
  expect(found).toContain(`${HERE}/courses/${bare.id}-bare`)
  expect(response.body).not.toMatch(/hidden/i)
  expect((await save({ public: false })).status).toBe(200)
  expect((await read('/sitemap.xml')).texts('url > loc')).not.toContain(`${HERE}/courses/${bare.id}-bare`)
})

test('lists every public path in the sitemap, and none without a public course', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  const course = await t.make.course()
  const form = { title: 'Lamp & keeper', goal: 'Keep the lamps lit', course_ids: [course.id], public: true }
  const { body } = await t.call('addPath', form, admin.cookie)
  const { id: path_id } = body.msg as { id: number }
  const findPaths = async () =>
    (await read('/sitemap.xml')).texts('url > loc').filter((address) => address?.startsWith(`${HERE}/paths`))
  expect(await findPaths()).toEqual([`${HERE}/paths`, `${HERE}/paths/${path_id}-lamp-keeper`])
  await t.call('updatePath', { ...form, path_id, public: false }, admin.cookie)
  expect(await findPaths()).toEqual([`${HERE}/paths`])
  await t.call('updatePath', { ...form, path_id }, admin.cookie)
  await t.call('deleteCourse', { course_id: course.id }, admin.cookie)
  expect(await findPaths()).toEqual([`${HERE}/paths`])
})

test('returns 503 in maintenance instead of a cached feed', async () => {
  await t.app.inject('/feed.xml')
  const admin = await t.make.signedIn({ role: 'admin' })
  await t.call('setMaintenance', { status: false }, admin.cookie)
  expect((await t.app.inject('/feed.xml')).statusCode).toBe(503)
  await t.call('setMaintenance', { status: true }, admin.cookie)
  expect((await t.app.inject('/feed.xml')).statusCode).toBe(200)
  await t.db.update(site).set({ running: false })
  const restarted = await buildApp({ env: t.env, database: t.database })
  expect((await restarted.inject('/atom.xml')).statusCode).toBe(503)
  await restarted.close()
})

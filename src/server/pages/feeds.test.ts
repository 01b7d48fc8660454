import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blogs, site } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { TINY_PNG } from '#server/testing/picture-form.ts'
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
  for (const path of ['/feed.xml', '/atom.xml']) {
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

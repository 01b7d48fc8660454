import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { blogs } from './db/schema.ts'
import { DOT } from './testing/picture-form.ts'
import { type TestApp, testApp } from './testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await testApp({ PUBLIC_URL: 'https://learn.example.org' })
  await t.make.blog({ title: 'First & <foremost> "quoted" ’s/slash', content: '<p>Hello<script>alert(1)</script> <a href="/student/blog">there</a></p>' })
  for (let n = 2; n <= 21; n++) await t.make.blog({ title: `Post number ${n}` })
})
afterAll(() => t.close())

async function read(path: string) {
  const response = await t.app.inject(path)
  const { window } = new JSDOM(response.body, { contentType: 'text/xml' })
  expect(window.document.querySelector('parsererror')).toBeNull()
  return { response, document: window.document }
}

test.each([
  ['/feed.xml', 'application/rss+xml; charset=utf-8', 'item', 'item > link'],
  ['/atom.xml', 'application/atom+xml; charset=utf-8', 'entry', 'entry > id'],
])('%s is well-formed and holds the twenty newest posts', async (path, type, item, link) => {
  const { response, document } = await read(path)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, type])
  const items = [...document.querySelectorAll(item)]
  expect(items).toHaveLength(20)
  expect(items[0]?.querySelector('title')?.textContent).toBe('Post number 21')
  expect(document.querySelector(link)?.textContent).toMatch(/^https:\/\/learn\.example\.org\/student\/blog\/\d+/)
  expect((await t.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200)
})

test('a post is in the feed cleaned, with addresses that hold anywhere, and a change is seen at once', async () => {
  const before = await read('/feed.xml')
  expect(before.response.body).not.toContain('First &amp;')
  await t.db.delete(blogs)
  await t.make.blog({ title: 'Fresh & <new>', content: '<p onclick="x()">Hello<script>alert(1)</script> <a href="/student/blog">there</a></p>' })
  // As a write of a post does.
  const admin = await t.make.signedIn({ role: 'admin' })
  const blog = (await t.db.select().from(blogs))[0]
  expect((await t.upload({ id: blog?.id ?? 0, image: DOT }, `__Host-${admin.cookie}`)).status).toBe(200)
  const { document } = await read('/feed.xml')
  expect(document.querySelector('item > title')?.textContent).toBe('Fresh & <new>')
  const content = document.getElementsByTagName('content:encoded')[0]?.textContent ?? ''
  expect(content).toContain('href="https://learn.example.org/student/blog"')
  expect(content).not.toMatch(/script|onclick|alert/)
})

test('the sitemap holds the pages and the posts', async () => {
  const { document } = await read('/sitemap.xml')
  const addresses = [...document.querySelectorAll('loc')].map((loc) => loc.textContent)
  expect(addresses.slice(0, 3)).toEqual(['https://learn.example.org', 'https://learn.example.org/student/allcourses', 'https://learn.example.org/student/blog'])
  expect(addresses.at(-1)).toMatch(/^https:\/\/learn\.example\.org\/student\/blog\/\d+-Fresh%20%26%20%3Cnew%3E$/)
})

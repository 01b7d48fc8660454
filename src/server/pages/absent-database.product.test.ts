import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
let cookies: Record<string, string>
beforeAll(async () => {
  t = await createTestApp({}, { pages: await loadBuiltPages() })
  const [known, unknown] = [await t.make.signedIn(), await t.make.signedIn()]
  const admin = await t.make.signedIn({ role: 'admin' })
  cookies = { visitor: '', known: known.cookie, unknown: unknown.cookie, admin: admin.cookie }
  // Their sessions are then in memory.
  for (const cookie of [known.cookie, admin.cookie]) await t.isLoggedIn(cookie)
  // Every query fails at once, as with a server that is not there.
  await t.database.pool.end()
})
afterAll(() => t.close())

const NAVIGATION = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }
const visit = (url: string, cookie = '') => t.app.inject({ url, headers: { cookie, ...NAVIGATION } })

describe('without a database', () => {
  test.each([
    ['visitor', '/student/allcourses'],
    ['visitor', '/student/blog'],
    ['visitor', '/courses/1-x'],
    ['visitor', '/paths'],
    ['known', '/'],
    ['known', '/student/mycourses'],
    ['known', '/student/profile'],
    ['unknown', '/'],
    ['unknown', '/login'],
    ['unknown', '/nope'],
    ['unknown', '/student/mycourses'],
    ['unknown', '/api/docs'],
    ['unknown', '/confirmpass?email=a@b.example&code=1'],
    ['admin', '/dashboard/users'],
    ['admin', '/dashboard'],
    ['admin', '/api/exports/users.csv'],
    ['unknown', '/api/exports/users.csv'],
    ['unknown', '/api/orders/1/receipt.pdf'],
    ['visitor', '/feed.xml'],
  ])('a %s who opens %s sees a page in the words of the specification, with 503', async (who, url) => {
    const { statusCode, headers, body } = await visit(url, cookies[who])
    expect([statusCode, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
    expect([headers['retry-after'], headers['cache-control']]).toEqual(['2', expect.stringContaining('no-store')])
    const words = ['Something went wrong', 'Try to reload page', 'The service is not ready. Try again in a moment']
    for (const text of words) expect(body).toContain(text)
    expect(body).toMatch(/<link rel="stylesheet"[^>]+href="\/assets\/[^"]+\.css"/)
  })

  test('the page that needs no rendering uses only styles that exist', async () => {
    const { body } = await visit('/nope', cookies.unknown)
    const [, sheet = ''] = /<link rel="stylesheet"[^>]+href="([^"]+)"/.exec(body) ?? []
    const css = readFileSync(join(PROJECT_ROOT, 'dist/client', sheet), 'utf8')
    const names = [...body.matchAll(/ class="([^"]+)"/g)].flatMap(([, list = '']) => list.split(' '))
    expect(names.length).toBeGreaterThan(20)
    expect(names.filter((name) => !css.includes(`.${name.replace(/[^\w-]/g, String.raw`\$&`)}`))).toEqual([])
  })

  test('the API answers in the envelope, also for a script that names no mode', async () => {
    for (const headers of [{}, { 'sec-fetch-mode': 'cors', 'sec-fetch-site': 'same-origin' }]) {
      const { statusCode, body } = await t.app.inject({
        url: '/api/exports/users.csv',
        headers: { ...headers, cookie: cookies.unknown },
      })
      expect([statusCode, JSON.parse(body)]).toEqual([
        503,
        { status: false, code: 'not_ready', msg: 'The service is not ready. Try again in a moment' },
      ])
    }
  })
})

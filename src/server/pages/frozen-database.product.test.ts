import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { HOST, openRawClient } from '#server/testing/network/raw-http.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'
import { NEEDS_EMBEDDED, ON_SERVER } from '#server/testing/test-db.ts'

const ANSWER_WITHIN_MS = 2_000

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({}, { pages: await loadBuiltPages() })
})
afterAll(() => t.close())

const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
  const pid = t.database.embedded?.pid()
  if (pid !== undefined) process.kill(pid, name)
}

async function visit(url: string, cookie = '') {
  const startedAt = performance.now()
  const { statusCode, headers, body } = await t.app.inject({ url, headers: { cookie } })
  return { status: statusCode, headers, body, ms: performance.now() - startedAt }
}

describe.skipIf(ON_SERVER)(`pages while the database is frozen${NEEDS_EMBEDDED}`, () => {
  afterEach(() => signal('SIGCONT'))

  test('answer 503 in the words of the error screen within two seconds, and recover', async () => {
    const [known, unknown] = [await t.make.signedIn(), await t.make.signedIn()]
    const [other, another] = [await t.make.signedIn(), await t.make.signedIn()]
    expect((await visit('/student/profile', known.cookie)).status).toBe(200)
    const visitAll = (search: string, [first, second]: SignedInUser[]) =>
      Promise.all([
        visit(`/student/allcourses?search=${search}`),
        visit('/student/mycourses', first?.cookie),
        visit('/student/mycourses', second?.cookie),
        visit('/nope', second?.cookie),
      ])
    // What rendering takes on this machine, which may be busy.
    const renderMs = Math.max(...(await visitAll('awake', [other, another])).map(({ ms }) => ms))
    signal('SIGSTOP')
    const pages = await visitAll('frozen', [known, unknown])
    for (const { status, headers, body, ms } of pages) {
      expect([status, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      expect(headers['cache-control']).toContain('no-store')
      for (const text of [
        'Something went wrong',
        'Try to reload page',
        'The service is not ready. Try again in a moment',
      ])
        expect(body).toContain(text)
      expect(ms).toBeLessThan(ANSWER_WITHIN_MS + renderMs)
    }
    signal('SIGCONT')
    await eventually(async () => expect((await visit('/student/mycourses', unknown.cookie)).status).toBe(200))
    expect((await visit('/student/allcourses?search=frozen')).status).toBe(200)
  })
})

test('a request line with a whole URL shows its page', async () => {
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  for (const [line, status] of [
    ['GET http://learn.example.org/login', 200],
    ['GET http://learn.example.org', 200],
    ['GET http://learn.example.org/nope?x=http://y', 404],
  ] as const) {
    const client = openRawClient(t.app)
    client.socket.write(`${line} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)
    await client.closed
    expect(client.received()).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*<title>`))
  }
})

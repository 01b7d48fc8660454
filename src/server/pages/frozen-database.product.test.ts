import type { FastifyInstance } from 'fastify'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { readEnv } from '#server/env.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { createFactories, type Factories, type SignedInUser } from '#server/testing/factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { type FreezingProxy, startFreezingProxy } from '#server/testing/network/freezing-proxy.ts'
import { HOST, openRawClient } from '#server/testing/network/raw-http.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-db.ts'

const ANSWER_WITHIN_MS = 2_000

let own: TestDatabase
let database: Database
/** In front of a PostgreSQL server. */
let proxy: FreezingProxy | undefined
let app: FastifyInstance
let make: Factories
beforeAll(async () => {
  own = await createTestDatabase()
  make = createFactories(own.database.db)
  const databaseUrl = own.databaseUrl && (await startProxy(own.databaseUrl))
  database = databaseUrl ? await connect({ databaseUrl, dataDir: own.dataDir }) : own.database
  const settings = { PUBLIC_URL: 'http://localhost:3000', DATA_DIR: own.dataDir, LOG_LEVEL: 'silent', THROTTLE: 'off' }
  const env = readEnv({ ...settings, ...(databaseUrl && { DATABASE_URL: databaseUrl }) })
  app = await buildApp({ env, database, pages: await loadBuiltPages() })
})
afterAll(async () => {
  await app.close()
  if (proxy) await database.close()
  proxy?.close()
  await own.drop()
})

async function startProxy(databaseUrl: string): Promise<string> {
  const url = new URL(databaseUrl)
  proxy = await startFreezingProxy({ host: url.hostname, port: Number(url.port || 5432) })
  url.host = `127.0.0.1:${proxy.port}`
  return url.href
}

const signal = (name: 'SIGSTOP' | 'SIGCONT') => {
  const pid = database.embedded?.pid()
  if (pid !== undefined) process.kill(pid, name)
}
const freeze = () => (proxy ? proxy.freeze() : signal('SIGSTOP'))
const thaw = () => (proxy ? proxy.thaw() : signal('SIGCONT'))

async function visit(url: string, cookie = '') {
  const startedAt = performance.now()
  const { statusCode, headers, body } = await app.inject({ url, headers: { cookie } })
  return { status: statusCode, headers, body, ms: performance.now() - startedAt }
}

describe('pages while the database is frozen', () => {
  afterEach(() => thaw())

  test('answer 503 in the words of the error screen within two seconds, and recover', async () => {
    const [known, unknown] = [await make.signedIn(), await make.signedIn()]
    const [other, another] = [await make.signedIn(), await make.signedIn()]
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
    freeze()
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
    thaw()
    await eventually(async () => expect((await visit('/student/mycourses', unknown.cookie)).status).toBe(200))
    expect((await visit('/student/allcourses?search=frozen')).status).toBe(200)
  })
})

test('a request line with a whole URL shows its page', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  for (const [line, status] of [
    ['GET http://learn.example.org/login', 200],
    ['GET http://learn.example.org', 200],
    ['GET http://learn.example.org/nope?x=http://y', 404],
  ] as const) {
    const client = openRawClient(app)
    client.socket.write(`${line} HTTP/1.1\r\n${HOST}Connection: close\r\n\r\n`)
    await client.closed
    expect(client.received()).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*<title>`))
  }
})

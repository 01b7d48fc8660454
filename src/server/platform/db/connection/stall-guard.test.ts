import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { sql } from 'drizzle-orm'
import { buildApp } from '#server/app.ts'
import { readEnv } from '#server/env.ts'
import { createFactories } from '#server/testing/factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { createTestClient, type TestClient } from '#server/testing/test-client.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-db.ts'
import { type FreezingProxy, startFreezingProxy } from '#server/testing/network/freezing-proxy.ts'
import { connect, type Database } from '../connect.ts'
import { isDatabaseUnavailable } from '../database-errors.ts'
import { systemLog } from '../schema.ts'

const ANSWER_WITHIN_MS = 2_000
/**
 * Works until its time is over, however little of the processor it gets: a number of rows would take longer than a query may
 * wait for the connection while the machine is busy.
 */
const BUSY_STATEMENT = `SELECT 1 FROM (SELECT generate_series(1, 1000000000)) s
  WHERE clock_timestamp() > now() + interval '2500 ms' LIMIT 1`

let own: TestDatabase
let database: Database
let proxy: FreezingProxy | undefined
beforeAll(async () => {
  own = await createTestDatabase()
  database = own.database
  if (own.databaseUrl === undefined) return
  const url = new URL(own.databaseUrl)
  proxy = await startFreezingProxy({ host: url.hostname, port: Number(url.port || 5432) })
  url.host = `127.0.0.1:${proxy.port}`
  database = await connect({ databaseUrl: url.href, dataDir: own.dataDir })
})
afterAll(async () => {
  thaw()
  if (proxy) await database.close()
  proxy?.close()
  await own.drop()
})

/** Stops the process of the embedded database, or what passes to and from the server. */
function freeze(): void {
  if (proxy) proxy.freeze()
  else process.kill(database.embedded?.pid() ?? 0, 'SIGSTOP')
}

function thaw(): void {
  if (proxy) proxy.thaw()
  else if (database.embedded?.pid()) process.kill(database.embedded.pid() ?? 0, 'SIGCONT')
}

function waitUntilReady(): Promise<void> {
  return eventually(async () => expect(await database.isReady()).toBe(true))
}

async function measure<Result>(work: () => Promise<Result>): Promise<{ result: Result; ms: number }> {
  const startedAt = performance.now()
  const result = await work()
  return { result, ms: performance.now() - startedAt }
}

describe('a busy database', () => {
  beforeEach(() => waitUntilReady())

  test('is not taken for a frozen one while every connection goes from query to query', async () => {
    const until = performance.now() + ANSWER_WITHIN_MS
    const waiting = async () => {
      while (performance.now() < until) await database.pool.query('SELECT 1')
    }
    // Many more than connections, so that each finds a waiting query when it is done.
    await Promise.all(Array.from({ length: 100 }, waiting))
  })
})

describe('a frozen database', () => {
  beforeEach(() => waitUntilReady())

  test('fails waiting queries within two seconds, later ones at once, and recovers', async () => {
    freeze()
    const attempts = await measure(() =>
      Promise.allSettled(Array.from({ length: 30 }, () => database.db.execute(sql`SELECT 1`))),
    )
    expect(attempts.ms).toBeLessThan(ANSWER_WITHIN_MS)
    for (const attempt of attempts.result)
      expect(attempt.status === 'rejected' && isDatabaseUnavailable(attempt.reason)).toBe(true)
    const next = await measure(() => database.isReady())
    expect(next).toEqual({ result: false, ms: expect.toSatisfy((ms: number) => ms < 500) })
    await expect(database.db.transaction((tx) => tx.execute(sql`SELECT 1`))).rejects.toSatisfy(isDatabaseUnavailable)
    thaw()
    await waitUntilReady()
    // No connection is lost to those who gave up.
    const all = Array.from({ length: 30 }, (_, n) =>
      database.db.transaction((tx) => tx.insert(systemLog).values({ message: `after ${n}` })),
    )
    await expect(Promise.all(all)).resolves.toHaveLength(30)
  })

  test('is not taken for one when a statement takes long and others are answered', async () => {
    // One statement of the embedded database stops all others, and sleeping is like being frozen.
    const slow = database.pool.query(database.embedded ? BUSY_STATEMENT : 'SELECT pg_sleep(4)')
    for (let n = 0; n < 3; n++) await expect(database.isReady()).resolves.toBe(true)
    await expect(slow).resolves.toMatchObject({ rowCount: 1 })
  })

  test(
    'is not looked for during work that is expected to take long, and queries wait for it',
    { tags: ['slow'] },
    async () => {
      const wait = () => database.pool.query('SELECT pg_sleep(5.5)')
      const work = database.embedded ? database.embedded.runWithoutWatchdog(wait) : wait()
      const waiting = database.pool.query('SELECT 1')
      await expect(Promise.all([work, waiting])).resolves.toMatchObject([{ rowCount: 1 }, { rowCount: 1 }])
    },
  )

  describe('under the server', () => {
    let client: TestClient
    let close: () => Promise<void>
    beforeAll(async () => {
      const env = readEnv({
        DATA_DIR: own.dataDir,
        LOG_LEVEL: 'silent',
        ...(own.databaseUrl && { DATABASE_URL: own.databaseUrl }),
      })
      const app = await buildApp({ env, database })
      client = createTestClient(app)
      close = () => app.close()
    })
    afterAll(() => close())

    test('answers calls with 503 in the envelope within two seconds, and with data again by itself', async () => {
      const make = createFactories(database.db)
      const [known, unknown] = [await make.signedIn(), await make.signedIn()]
      await client.call('session', {}, known.cookie)
      const course = await make.course()
      freeze()
      const answers = await Promise.all(
        [
          () => client.call('getCourses', { page: 1 }),
          () => client.call('session', {}, unknown.cookie),
          () => client.call('getAccount', {}, known.cookie),
          () => client.call('enrollCourse', { course_id: course.id }, known.cookie),
          () => client.call('login', { email: known.email, password: 'a lantern in the fog' }),
        ].map(measure),
      )
      for (const { result, ms } of answers) {
        expect([result.status, result.body.code]).toEqual([503, 'not_ready'])
        expect(result.headers['retry-after']).toBe('2')
        expect(ms).toBeLessThan(ANSWER_WITHIN_MS)
      }
      expect((await client.call('getMaintenace', {})).body.msg).toEqual([{ status: true }])
      thaw()
      await eventually(async () => {
        expect((await client.call('enrollCourse', { course_id: course.id }, known.cookie)).status).toBe(200)
      })
      expect((await client.call('getCourses', { page: 1 })).status).toBe(200)
    })
  })
})

import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { DatabaseError } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import {
  createEmptyDatabase,
  NEEDS_EMBEDDED,
  NEEDS_SERVER,
  ON_SERVER,
  createTestDatabase,
  type TestDatabase,
} from '#server/testing/test-db.ts'
import { connect, type Database } from './connect.ts'
import { isDatabaseUnavailable } from './database-errors.ts'
import { migrate } from './migrate.ts'
import { systemLog } from './schema.ts'

const failed = (message: string, code?: string, more = {}) => Object.assign(new Error(message), code && { code }, more)

describe('isDatabaseUnavailable', () => {
  test.each([
    ['a refused connection', failed('connect ECONNREFUSED', 'ECONNREFUSED')],
    ['a socket that is not there', failed('connect ENOENT', 'ENOENT', { syscall: 'connect' })],
    ['a connection that was cut', failed('read ECONNRESET', 'ECONNRESET')],
    ['a connection that ended', failed('Connection terminated unexpectedly')],
    ['no free connection in time', failed('timeout exceeded when trying to connect')],
    ['no answer in time', failed('Query read timeout')],
    ['a pool that is closing', failed('Cannot use a pool after calling end on the pool')],
    ['a server that shuts down', failed('terminating connection', '57P01')],
    ['a server that starts up', failed('the database system is starting up', '57P03')],
    ['a lost connection, as SQL says it', failed('connection failure', '08006')],
    ['a server that is full', failed('too many connections', '53300')],
    ['a server that has become a standby', failed('cannot execute INSERT in a read-only transaction', '25006')],
    [
      'any of these inside others',
      new Error('Failed query', { cause: new Error('x', { cause: failed('', '57P01') }) }),
    ],
  ])('returns true for %s', (_, error) => expect(isDatabaseUnavailable(error)).toBe(true))

  test.each([
    ['a broken rule', failed('duplicate key', '23505')],
    ['a statement that took too long', failed('canceling statement due to statement timeout', '57014')],
    ['words like those in a statement’s error', failed('Query read timeout', '22P02')],
    ['a file that is not there', failed('ENOENT: no such file', 'ENOENT', { syscall: 'open' })],
    ['another error', new TypeError('x is not a function')],
    ['what is no error', 'ECONNREFUSED'],
    ['nothing', undefined],
  ])('returns false for %s', (_, error) => expect(isDatabaseUnavailable(error)).toBe(false))
})

describe('the database', () => {
  let own: TestDatabase
  let database: Database
  beforeAll(async () => {
    own = await createTestDatabase()
    database = own.database
  })
  afterAll(() => own.drop())

  const messages = async () => (await database.db.select().from(systemLog)).map((row) => row.message)

  test('answers a ping', async () => {
    expect(await database.isReady()).toBe(true)
    expect(database.kind).toBe(ON_SERVER ? 'server' : 'embedded')
  })

  test('gets its connection back from a transaction that can’t begin', async () => {
    const { db } = database
    const isolationLevel = 'none' as 'serializable'
    // More than the pool has.
    for (let n = 0; n < 11; n++)
      await expect(db.transaction(async () => 'done', { isolationLevel })).rejects.toThrow(
        'Failed query: begin isolation level none',
      )
    expect(await db.transaction(async () => 'done')).toBe('done')
  })

  test('rolls back a transaction that fails', async () => {
    const act = database.db.transaction(async (tx) => {
      await tx.insert(systemLog).values({ message: 'undone' })
      throw new Error('no')
    })
    await expect(act).rejects.toThrow('no')
    expect(await messages()).not.toContain('undone')
  })

  test.skipIf(!ON_SERVER)(`compiles no statement${NEEDS_SERVER}`, async () => {
    expect((await database.pool.query('show jit')).rows).toEqual([{ jit: 'off' }])
  })

  test.skipIf(ON_SERVER)(
    `sends a first statement along with BEGIN, and fails when BEGIN does${NEEDS_EMBEDDED}`,
    async () => {
      const sentAt = new Map<string, number>()
      const answeredAt = new Map<string, number>()
      const stop = database.onQuery(({ text, durationMs }) => {
        answeredAt.set(text, performance.now())
        sentAt.set(text, performance.now() - durationMs)
      })
      await database.db.transaction((tx) => tx.execute(sql`select 'first'`))
      stop()
      expect(sentAt.get(`select 'first'`)).toBeLessThan(answeredAt.get('begin') ?? 0)
      expect(sentAt.get('commit')).toBeGreaterThan(answeredAt.get(`select 'first'`) ?? Infinity)

      const client = await database.pool.connect()
      const query = client.query
      client.query = ((statement: { text?: string }, ...rest: unknown[]) =>
        statement.text === 'begin'
          ? Promise.reject(new Error('no BEGIN'))
          : (query as (...args: unknown[]) => unknown)(statement, ...rest)) as typeof query
      client.release()
      const act = database.db.transaction(async () => 'done')
      await expect(act).rejects.toThrow('Failed query: commit')
      client.query = query
    },
  )

  test('isolates parallel transactions', async () => {
    const act = (n: number) =>
      database.db.transaction(async (tx) => {
        await tx.insert(systemLog).values({ message: 'together', studentId: n })
        const seen = await tx.select().from(systemLog).where(eq(systemLog.studentId, n))
        if (n % 2) throw new Error('odd')
        return seen.length
      })
    const results = await Promise.allSettled(Array.from({ length: 20 }, (_, n) => act(n)))
    expect(results.filter((one) => one.status === 'fulfilled').map((one) => one.value)).toEqual(Array(10).fill(1))
    expect((await messages()).filter((message) => message === 'together')).toHaveLength(10)
    expect(database.pool.totalCount).toBeLessThanOrEqual(ON_SERVER ? 10 : 1)
  })

  test('continues after failed statements and remembers prepared ones', async () => {
    const named = database.db
      .select({ n: sql<number>`1` })
      .from(sql`(values (1)) v`)
      .prepare('one')
    await named.execute()
    const results = await Promise.allSettled(
      Array.from({ length: 60 }, (_, n) => database.pool.query(n % 3 === 0 ? 'SELECT 1 / 0' : 'SELECT 1')),
    )
    const errors = results.filter((one) => one.status === 'rejected').map((one) => one.reason)
    expect(errors).toHaveLength(20)
    for (const error of errors) expect(error).toBeInstanceOf(DatabaseError)
    await expect(named.execute()).resolves.toHaveLength(1)
  })

  test('reconnects after its connections were cut', async () => {
    const cutOthers =
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
    const held = await database.pool.connect()
    if (database.embedded) process.kill(database.embedded.pid() ?? 0, 'SIGKILL')
    else await database.pool.query(cutOthers)
    await expect(held.query('SELECT 1')).rejects.toSatisfy(isDatabaseUnavailable)
    held.release()
    await expect.poll(() => database.isReady(), { timeout: 15_000 }).toBe(true)
  })

  test('can be migrated again, also by several servers in parallel', async () => {
    const folder = join(PROJECT_ROOT, 'migrations')
    await Promise.all([
      migrate(database, folder),
      ...(ON_SERVER ? [migrate(database, folder), migrate(database, folder)] : []),
    ])
    const { rows } = await database.pool.query('SELECT hash FROM drizzle.__drizzle_migrations')
    expect(new Set(rows.map((row) => row.hash)).size).toBe(rows.length)
  })
})

describe('an empty database', () => {
  test.skipIf(!ON_SERVER)(`is migrated once by three servers that start together${NEEDS_SERVER}`, async () => {
    const { databaseUrl, drop } = await createEmptyDatabase()
    const servers = await Promise.all([1, 2, 3].map(() => connect({ databaseUrl, dataDir: '' })))
    await Promise.all(servers.map((server) => migrate(server, join(PROJECT_ROOT, 'migrations'))))
    expect(await servers[0]?.db.select().from(systemLog)).toEqual([])
    await Promise.all(servers.map((server) => server.close()))
    await drop()
  })
})

describe('an unreachable database', () => {
  test('fails within two seconds with an error that isDatabaseUnavailable recognizes', async () => {
    const database = await connect({ databaseUrl: 'postgres://nobody@127.0.0.1:9/none', dataDir: '' })
    const since = Date.now()
    await expect(database.db.execute(sql`SELECT 1`)).rejects.toSatisfy(isDatabaseUnavailable)
    expect(await database.isReady()).toBe(false)
    expect(Date.now() - since).toBeLessThan(2_000)
    await database.close()
  })
})

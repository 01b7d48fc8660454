import type { PoolClient, QueryConfig } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-db.ts'
import { PipelinedPool } from './pipelined-pool.ts'

let t: TestDatabase
let pool: PipelinedPool
beforeAll(async () => {
  t = await createTestDatabase()
})
afterAll(() => t.drop())
beforeEach(() => {
  pool = new PipelinedPool({ ...t.database.pool.options })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
})
afterEach(() => pool.end())

const select = async (value: number | string) =>
  (await pool.query<{ value: number }>({ name: 'select', text: 'select $1::int as value', values: [value] })).rows[0]
    ?.value

const selectMany = (count: number) => Promise.all(Array.from({ length: count }, (_, value) => select(value)))

/** How many queries were at most sent and not answered. */
function watchSent(client: PoolClient): () => number {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  let [running, most] = [0, 0]
  client.query = ((...args: unknown[]) => {
    most = Math.max(most, ++running)
    const done = args.pop() as (...args: unknown[]) => void
    return query(...args, (...results: unknown[]) => {
      running--
      done(...results)
    })
  }) as typeof client.query
  return () => most
}

describe('queries of a pipelined pool', () => {
  it('are sent before earlier ones are answered, three at most, and answered in their order', async () => {
    let getMostSent = () => 0
    pool.once('connect', (client) => (getMostSent = watchSent(client)))
    expect(await selectMany(200)).toEqual(Array.from({ length: 200 }, (_, value) => value))
    expect(getMostSent()).toBe(3)
    expect(pool.totalCount).toBe(1)
  })

  it('fail alone', async () => {
    const answers = await Promise.allSettled([select(1), select('no number'), select(3), select(4), select(5)])
    expect(answers.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
      'fulfilled',
    ])
  })

  it('wait while somebody else has the connection, and see what was committed', async () => {
    await pool.query('create table counted (n int)')
    const client = await pool.connect()
    await client.query('begin')
    await client.query('insert into counted values (1)')
    const counted = pool.query<{ n: string }>('select count(*) as n from counted')
    expect(pool.countWaiting()).toBe(1)
    await client.query('insert into counted values (2)')
    await client.query('commit')
    client.release()
    expect((await counted).rows).toEqual([{ n: '2' }])
    expect(pool.countWaiting()).toBe(0)
  })

  it('do not keep waiting who asked for the connection before them', async () => {
    let answered = 0
    let isDone = false
    const readers = Array.from({ length: 10 }, async () => {
      while (!isDone) {
        await select(1)
        answered++
      }
    })
    try {
      for (let turn = 1; turn <= 5; turn++) {
        await expect.poll(() => answered).toBeGreaterThan(turn * 100)
        const before = answered
        const client = await pool.connect()
        // One of each reader at most, and not all that could be sent in a row.
        expect(answered - before).toBeLessThanOrEqual(10)
        client.release()
      }
    } finally {
      isDone = true
      await Promise.all(readers)
    }
  })

  it('fail when they wait too long, and the next ones do not', async () => {
    const client = await pool.connect()
    pool.options.connectionTimeoutMillis = 50
    const waited = await Promise.allSettled([select(1), select(2)])
    expect(waited.map((answer) => 'reason' in answer && String(answer.reason))).toEqual(
      Array(2).fill('Error: timeout exceeded when trying to connect'),
    )
    pool.options.connectionTimeoutMillis = 5_000
    const next = select(3)
    client.release()
    expect(await next).toBe(3)
  })

  it('fail when the database is away, and no later one is dropped with them', async () => {
    const { host, port, connectionString } = pool.options
    Object.assign(pool.options, {
      host: '/nowhere',
      port: 1,
      connectionString: undefined,
      connectionTimeoutMillis: 200,
    })
    await expect(select(1)).rejects.toThrow('ENOENT')
    Object.assign(pool.options, { host, port, connectionString, connectionTimeoutMillis: 5_000 })
    const client = await pool.connect()
    const next = select(2)
    await new Promise((resolve) => setTimeout(resolve, 300))
    client.release()
    expect(await next).toBe(2)
  })

  it('with a time of their own do not spend it on waiting for others', async () => {
    const slow = pool.query('select pg_sleep(0.3)')
    await expect(pool.query({ text: 'select 1', query_timeout: 200 } as QueryConfig)).resolves.toMatchObject({
      rowCount: 1,
    })
    await slow
  })

  it('behind one with a time of its own do not spend theirs on waiting for it', async () => {
    let getMostSent = () => 0
    pool.once('connect', (client) => (getMostSent = watchSent(client)))
    const [long, next] = [pool.query({ text: 'select pg_sleep(0.1)', query_timeout: 60_000 } as QueryConfig), select(2)]
    expect([(await long).rowCount, await next]).toEqual([1, 2])
    expect(getMostSent()).toBe(1)
  })

  it('that wait are sent on a new connection when the connection is lost', async () => {
    await select(0)
    const lost = new Promise<void>((resolve) =>
      pool.once('acquire', (client) => {
        const { connection } = client as unknown as { connection: { stream: { destroy(): void } } }
        setImmediate(() => {
          connection.stream.destroy()
          resolve()
        })
      }),
    )
    const answers = await Promise.allSettled(Array.from({ length: 20 }, (_, value) => select(value)))
    await lost
    const failed = answers.filter(({ status }) => status === 'rejected')
    expect(failed.length).toBeGreaterThan(0)
    expect(failed.length).toBeLessThanOrEqual(3)
    expect(answers.at(-1)).toEqual({ status: 'fulfilled', value: 19 })
  })
})

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Pool } from 'pg'
import { AppError } from '#contract/errors.ts'
import { eventually } from '#server/testing/eventually.ts'
import { borrowTestDatabase, type TestDatabase } from '#server/testing/test-db.ts'
import { SharedLimits } from './shared-limits.ts'

const POINTS = 100

let own: TestDatabase
beforeAll(async () => {
  own = await borrowTestDatabase()
})
afterAll(() => own.drop())

const createProcess = (pool: Pool | undefined = own.database.pool, seconds = 60) =>
  new SharedLimits(pool).create('read', POINTS, seconds)

/** Returns how many points were left. */
async function count(countPoint: (key: string) => Promise<void>, key: string, times: number): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: times }, () => countPoint(key)))
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
  for (const refusal of refusals) expect(refusal).toMatchObject({ code: 'too_often', status: 429 })
  return times - refusals.length
}

async function findStored(key: string) {
  const { rows } = await own.database.pool.query<{ points: number; expire: string }>(
    'select points, expire from throttles where key = $1',
    [`read:${key}`],
  )
  return rows[0]
}

describe('limits of several processes', () => {
  test('let through one limit together', async () => {
    const [first, second] = [createProcess(), createProcess()]
    expect([await count(first, 'ada', 60), await count(second, 'ada', 30)]).toEqual([60, 30])
    await eventually(async () => expect((await findStored('ada'))?.points).toBe(90))
    // Each takes over the sum with its next report.
    expect(await count(first, 'ada', 1)).toBe(1)
    await eventually(async () => expect((await findStored('ada'))?.points).toBe(91))
    await eventually(async () => {
      await expect(first('ada')).rejects.toBeInstanceOf(AppError)
      await expect(second('ada')).rejects.toMatchObject({
        retryAfter: expect.toSatisfy((s: number) => s > 0 && s <= 60),
      })
    })
    expect(await count(createProcess(), 'someone else', 60)).toBe(60)
  })

  test('store nothing for a source that uses few points', async () => {
    const process = createProcess()
    await count(process, 'quiet', 9)
    await count(process, 'loud', 10)
    await eventually(async () => expect((await findStored('loud'))?.points).toBe(10))
    expect(await findStored('quiet')).toBeUndefined()
  })

  test('begin again when the window ends', async () => {
    const first = createProcess(own.database.pool, 1)
    await count(first, 'minute', 100)
    await eventually(async () => expect((await findStored('minute'))?.points).toBe(100))
    await eventually(async () => expect(await count(first, 'minute', 20)).toBe(20))
    await eventually(async () => expect((await findStored('minute'))?.points).toBeLessThan(POINTS))
  })

  test('are each process’s own while the database is away', async () => {
    const absent = new Pool({ host: '127.0.0.1', port: 9 })
    const countPoint = createProcess(absent)
    expect(await count(countPoint, 'ada', 50)).toBe(50)
    expect(await count(countPoint, 'ada', 60)).toBe(50)
  })

  test('need no database where there is one process', async () => {
    const countPoint = new SharedLimits(undefined).create('read', POINTS, 60)
    expect(await count(countPoint, 'ada', 130)).toBe(POINTS)
  })
})

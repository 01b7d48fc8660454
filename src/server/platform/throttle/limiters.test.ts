import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-db.ts'
import { createDatabaseLimiters } from './limiters.ts'

let t: TestDatabase
beforeAll(async () => {
  t = await createTestDatabase()
})
afterAll(() => t.drop())

const count = async ({ pool }: Database) =>
  (await createDatabaseLimiters(pool)('tea', 5, 60).consume('Ada')).remainingPoints

test('counts outside the write-ahead log, and on after a restart of the database', async () => {
  const { rows } = await t.database.pool.query("select relpersistence from pg_class where relname = 'throttles'")
  expect(rows).toEqual([{ relpersistence: 'u' }])
  expect([await count(t.database), await count(t.database)]).toEqual([4, 3])
  await t.database.close()
  const again = await connect({ dataDir: t.dataDir, ...(t.databaseUrl && { databaseUrl: t.databaseUrl }) })
  expect(await count(again)).toBe(2)
  await again.close()
})

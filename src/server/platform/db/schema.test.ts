import { eq, is } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core'
import type { PoolClient } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-db.ts'
import { runPrepared } from './run-prepared.ts'
import * as schema from './schema.ts'

// Fails when schema.ts changes without a migration.

const tables = Object.values(schema).flatMap((value) => (is(value, PgTable) ? [getTableConfig(value)] : []))

const COLUMNS = `
  SELECT attname || ' ' || format_type(atttypid, atttypmod) || CASE WHEN attnotnull THEN ' not null' ELSE '' END AS line
  FROM pg_attribute WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped`

async function lines(client: PoolClient, query: string, values: string[]): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(query, values)
  return rows.map((row) => row.line).sort()
}

describe('the migrated database', () => {
  let own: TestDatabase
  let client: PoolClient
  beforeAll(async () => {
    own = await createTestDatabase()
    client = await own.database.pool.connect()
  })
  afterAll(async () => {
    client.release()
    await own.drop()
  })

  test('has exactly the tables of schema.ts', async () => {
    const there = await lines(client, `SELECT tablename AS line FROM pg_tables WHERE schemaname = $1`, ['public'])
    expect(there).toEqual(tables.map((table) => table.name).sort())
  })

  test('keeps what runPrepared runs prepared, under one name however often it runs', async () => {
    const { users } = schema
    const find = (id: number) =>
      runPrepared(drizzle(client).select({ id: users.id }).from(users).where(eq(users.id, id)))
    for (const id of [1, 2]) expect(await find(id)).toEqual([])
    const { rows } = await client.query(
      `SELECT name FROM pg_prepared_statements WHERE statement LIKE 'select "id" from "users"%'`,
    )
    expect(rows).toEqual([{ name: expect.stringMatching(/^[\w-]{43}$/) }])
  })

  test.each(tables)('has the columns, types and null constraints of $name', async (table) => {
    // A temporary table translates the types of schema.ts to PostgreSQL's spelling.
    const columns = table.columns.map(
      (column) => `"${column.name}" ${column.getSQLType()} ${column.notNull ? 'NOT NULL' : ''}`,
    )
    await client.query(`CREATE TEMP TABLE wanted (${columns.join(', ')})`)
    const wanted = await lines(client, COLUMNS, ['pg_temp.wanted'])
    await client.query('DROP TABLE pg_temp.wanted')
    expect(await lines(client, COLUMNS, [`public.${table.name}`])).toEqual(wanted)
  })

  test.each(tables)('has the indexes and checks of $name', async (table) => {
    const indexes = `
      SELECT c.relname AS line FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
      WHERE i.indrelid = $1::regclass AND NOT i.indisprimary`
    expect(await lines(client, indexes, [`public.${table.name}`])).toEqual(
      table.indexes.map((index) => index.config.name ?? '').sort(),
    )
    const checks = `SELECT conname AS line FROM pg_constraint WHERE conrelid = $1::regclass AND contype = 'c'`
    expect(await lines(client, checks, [`public.${table.name}`])).toEqual(
      table.checks.map((check) => check.name).sort(),
    )
  })
  test('finds the rows of each foreign key by an index when what they refer to is deleted', async () => {
    const withoutIndex = `
      SELECT conrelid::regclass || '.' || attname AS line
      FROM pg_constraint JOIN pg_attribute ON attrelid = conrelid AND attnum = conkey[1]
      WHERE contype = $1 AND NOT EXISTS (
        SELECT 1 FROM pg_index WHERE indrelid = conrelid AND indkey[0] = attnum
          AND (indpred IS NULL OR pg_get_expr(indpred, indrelid) = format('(%I IS NOT NULL)', attname)))`
    expect(await lines(client, withoutIndex, ['f'])).toEqual([
      // Emails are there only until they are sent.
      ...['mails.certificate_id', 'mails.order_id', 'mails.refund_id', 'mails.submission_id'],
      // Paths and orders keep their rows for good.
      ...['orders.path_id', 'test_payments.order_id'],
    ])
  })
})

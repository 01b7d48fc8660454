import { expect, onTestFinished, test } from 'vitest'
import { createTestDatabase, NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'
import { withClient } from './open-client.ts'

test.skipIf(!ON_SERVER)(`long work is not ended by timeouts of the database${NEEDS_SERVER}`, async () => {
  const own = await createTestDatabase()
  onTestFinished(() => own.drop())
  const { pool } = own.database
  const timeouts = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
  for (const name of timeouts)
    await pool.query(`do $$ begin execute format('alter database %I set ${name} = 100', current_database()); end $$`)
  const rows = await withClient(own.database, async (client) => {
    await client.query('select pg_sleep(0.3)')
    const found = await client.query(`select setting from pg_settings where name = any($1)`, [timeouts])
    return found.rows as unknown[]
  })
  expect(rows).toEqual([{ setting: '0' }, { setting: '0' }, { setting: '0' }])
})

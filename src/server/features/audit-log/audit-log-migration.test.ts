import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect } from '#server/platform/db/connect.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import { createEmptyDatabase, ON_SERVER } from '#server/testing/test-db.ts'

const MIGRATIONS = join(PROJECT_ROOT, 'migrations')

/** The migrations before the one that adds the column. */
function copyOldMigrations(folder: string): string {
  const copy = join(folder, 'migrations')
  cpSync(MIGRATIONS, copy, { recursive: true })
  const file = join(copy, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  const end = journal.entries.findIndex(({ tag }) => tag === '0011_audit_log_always')
  expect(end).toBeGreaterThan(0)
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }))
  return copy
}

async function connectToEmpty() {
  const folder = mkdtempSync(join(inject('runFolder'), 'audit-migration-'))
  const empty = ON_SERVER ? await createEmptyDatabase() : undefined
  const database = await connect({ databaseUrl: empty?.databaseUrl, dataDir: folder })
  onTestFinished(async () => {
    await database.close()
    await empty?.drop()
    rmSync(folder, { recursive: true })
  })
  return { database, folder }
}

test('entries from before name their user, and those of users who are gone are erased', async () => {
  const { database, folder } = await connectToEmpty()
  await migrate(database, copyOldMigrations(folder))
  const query = async (text: string) => (await database.pool.query<Record<string, unknown>>(text)).rows
  await query(`insert into users (id, email, first_name, last_name) values (2, 'mara@mail.example', 'Mara', 'Ilves')`)
  await query(`insert into trash (kind, subject_id, name, deleted_by_name) values ('user', 3, 'Kai Tamm', 'Ada')`)
  await query(`insert into orders (id, number, user_id, buyer_name, buyer_email, currency, list_cents, discount_cents,
    coupon_cents, tax_cents, total_cents, tax_rate, tax_included, status) overriding system value
    values (7, 'LL-1', 2, 'Mara', 'mara@mail.example', 'USD', 100, 0, 0, 0, 100, 0, true, 'cancelled')`)
  await query(`insert into audit_log (actor_name, action, subject_kind, subject_id, subject_name, before) values
    ('Ada', 'user.sign_out', 'user', '2', 'Mara', '{"email": "mara@mail.example"}'),
    ('Ada', 'user.delete', 'user', '3', 'Kai Tamm', '{"email": "kai@mail.example"}'),
    ('Ada', 'user.purge', 'user', '4', 'Gone', '{"email": "gone@mail.example", "courses": 3}'),
    ('Ada', 'order.cancel', 'order', '7', 'LL-1', '{}'),
    ('Ada', 'course.add', 'course', '2', 'Lamps', '{}'),
    ('Ada', 'user.import', 'user', '', 'Imported 2 users', '{}')`)
  await migrate(database, MIGRATIONS)
  expect(
    await query(`select subject_user_id as user, subject_name as name, before from audit_log order by id`),
  ).toEqual([
    { user: '2', name: 'Mara', before: { email: 'mara@mail.example' } },
    { user: '3', name: 'Kai Tamm', before: { email: 'kai@mail.example' } },
    { user: '4', name: 'erased', before: { email: 'erased', courses: 3 } },
    { user: '2', name: 'LL-1', before: {} },
    { user: null, name: 'Lamps', before: {} },
    { user: null, name: 'Imported 2 users', before: {} },
  ])
  await expect(query(`update audit_log set actor_name = 'Nobody'`)).rejects.toThrow('append-only')
})

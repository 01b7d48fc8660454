import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from './connect.ts'
import { migrate } from './migrate.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

const MIGRATIONS = join(PROJECT_ROOT, 'migrations')
/** The last migration of each release. */
const RELEASES = { '0.1': '0003_dashboard' }

const serverUrl = process.env.TEST_DATABASE_URL
const name = `lantern_release_${randomBytes(6).toString('hex')}`
let folder: string
let database: Database
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'lantern-release-'))
  if (serverUrl) await onServer(`CREATE DATABASE ${name}`)
  const databaseUrl = serverUrl && Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href
  database = await connect({ databaseUrl, dataDir: folder })
})
afterAll(async () => {
  await database.close()
  if (serverUrl) await onServer(`DROP DATABASE ${name} WITH (FORCE)`)
  rmSync(folder, { recursive: true })
})

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}

/** The migrations as a release had them. */
function getMigrationsUntil(last: string): string {
  const copy = join(folder, 'migrations')
  cpSync(MIGRATIONS, copy, { recursive: true })
  const file = join(copy, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  const end = journal.entries.findIndex(({ tag }) => tag === last) + 1
  expect(end).toBeGreaterThan(0)
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }))
  return copy
}

const query = async (text: string) => (await database.pool.query<Record<string, unknown>>(text)).rows

test('a filled database of version 0.1 migrates, and keeps what is in it', async () => {
  await migrate(database, getMigrationsUntil(RELEASES['0.1']))
  await query(`insert into users (id, email, first_name, last_name, role, course_joined) values
    (1, 'chief@mail.example', 'Ada', 'Okoro', 'admin', 0), (2, 'mara@mail.example', 'Mara', 'Ilves', 'student', 1)`)
  await query(`insert into courses (id, title, category, tabs, price_cents, lessons_count)
    values (3, 'Lamps for beginners', 'Cybersecurity Basics', 'light,oil', 1000, 1)`)
  await query(
    `insert into lessons (course_id, title, subtitle, url, place) values (3, 'One', '', 'http://a.example/1', 0)`,
  )
  await query(`insert into enrollments (user_id, course_id) values (2, 3)`)
  await query(`insert into reset_codes (email, code_hash, expires_at) values ('mara@mail.example', 'x', now())`)
  await query(`insert into throttles (key, points, expire) values ('login-row:x', 101, null), ('signup:y', 1, 0)`)
  await query(`insert into mails (kind, to_email, user_id) values ('welcome', 'mara@mail.example', 2)`)
  await migrate(database, MIGRATIONS)
  expect(await query(`select email, role, course_joined from users order by id`)).toEqual([
    { email: 'chief@mail.example', role: 'admin', course_joined: 0 },
    { email: 'mara@mail.example', role: 'student', course_joined: 1 },
  ])
  expect(
    await query(`select title, due_cents, deleted_at from courses where words @@ to_tsquery('simple', 'oil')`),
  ).toEqual([{ title: 'Lamps for beginners', due_cents: 1000, deleted_at: null }])
  expect(await query(`select title, problem_reported_at from lessons`)).toEqual([
    { title: 'One', problem_reported_at: null },
  ])
  expect(await query(`select access_until::text from enrollments`)).toEqual([{ access_until: 'infinity' }])
  expect(
    await query(`select n.user_id, n.course_id, source, starts_at = e.created_at as since, ends_at, revoked_at
      from entitlements n join enrollments e using (user_id, course_id)`),
  ).toEqual([{ user_id: '2', course_id: '3', source: 'grant', since: true, ends_at: null, revoked_at: null }])
  // A code belongs to a browser now, and no account is locked any more.
  expect(await query(`select * from reset_codes`)).toEqual([])
  expect(await query(`select key from throttles`)).toEqual([{ key: 'signup:y' }])
  expect(await query(`select kind, device_hash from mails`)).toEqual([{ kind: 'welcome', device_hash: null }])
  // Migrating again changes nothing.
  await migrate(database, MIGRATIONS)
  expect(await query(`select count(*)::int as n from entitlements`)).toEqual([{ n: 1 }])
})

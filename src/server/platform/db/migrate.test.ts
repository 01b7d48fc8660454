import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, type Database } from './connect.ts'
import { migrate, MIGRATIONS } from './migrate.ts'
import { copyMigrationsUntil } from '#server/testing/copy-migrations-until.ts'
import { ROWS_OF_0_1 } from '#server/testing/release-rows.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

interface Release {
  lastMigration: string
  /** Rows as that release wrote them. */
  fixture: string
}

/** By the headings of CHANGELOG.md: each release needs a fixture. */
const RELEASES: Record<string, Release> = { '0.1.0': { lastMigration: '0003_dashboard', fixture: ROWS_OF_0_1 } }

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

/** What users would miss, with the columns of 0.1. */
const KEPT = {
  users: 'id, email, first_name, last_name, role, course_joined, password_hash, chat_mails',
  identities: 'issuer, subject, user_id',
  sessions: 'id, token_hash, user_id, expires_at, idle_until, user_agent, as_student',
  courses: 'id, title, category, tabs, price_cents, lessons_count, reviews_count, stars_sum, is_public, version',
  lessons: 'id, course_id, place, title, subtitle, url, duration_seconds, is_preview, captions_url',
  enrollments: 'id, user_id, course_id, created_at, completed_lessons, completed_at',
  lesson_progress: 'user_id, lesson_id, completed_at, position_seconds, updated_at',
  reviews: 'id, course_id, user_id, text, stars, created_at',
  blogs: 'id, title, subtitle, content, image_url, created_at, is_public, version',
  comments: 'id, blog_id, user_id, text, created_at',
  conversations: 'student_id, last_message_id, unread_by_student, unread_by_admins, student_waits_since',
  messages: 'id, student_id, sender_id, receiver_id, text, created_at',
  notifications: 'id, user_id, kind, title, course_id, created_at, read_at',
  system_log: 'id, kind, message, email, student_id, created_at',
  mails: 'id, kind, to_email, user_id, created_at',
  daily_counts: 'day::text, enrollments, completions',
}

const query = async (text: string) => (await database.pool.query<Record<string, unknown>>(text)).rows

/** Without generated columns, whose expressions a release may change. */
async function readTable(table: string, columns: string) {
  return query(`select ${columns} from "${table}" order by ${columns}`)
}

test('each release in the changelog has a fixture', () => {
  const changelog = readFileSync(join(PROJECT_ROOT, 'CHANGELOG.md'), 'utf8')
  const released = [...changelog.matchAll(/^## \[?(\d+\.\d+\.\d+)/gm)].map(([, version]) => version)
  expect(released).toContain('0.1.0')
  expect(Object.keys(RELEASES).sort()).toEqual(released.sort())
})

test('a filled database of version 0.1 migrates, and keeps what is in it', async () => {
  const { lastMigration, fixture } = RELEASES['0.1.0'] ?? { lastMigration: '', fixture: '' }
  await migrate(database, copyMigrationsUntil(lastMigration, join(folder, 'migrations')))
  await query(fixture)
  const before: Record<string, unknown> = {}
  for (const [table, columns] of Object.entries(KEPT)) before[table] = await readTable(table, columns)
  await migrate(database, MIGRATIONS)
  for (const [table, columns] of Object.entries(KEPT)) {
    expect(before[table], table).not.toEqual([])
    expect(await readTable(table, columns), table).toEqual(before[table])
  }
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
  expect(await query(`select device_hash from mails`)).toEqual([{ device_hash: null }])
  // Progress is derived from events now: a lesson that was completed stays so when it is derived again.
  expect(await query(`select user_id, course_id, lesson_id, kind from learning_events order by id`)).toEqual([
    { user_id: '2', course_id: '3', lesson_id: '1', kind: 'lesson_completed' },
    { user_id: '2', course_id: '3', lesson_id: null, kind: 'course_finished' },
  ])
  // Migrating again changes nothing.
  await migrate(database, MIGRATIONS)
  expect(await query(`select count(*)::int as n from entitlements`)).toEqual([{ n: 1 }])
})

test('a path that was finished before its last course is finished with it, and its certificate too', async () => {
  await query(`insert into learning_paths (id, title, goal) values (60, 'Lamps', 'Light')`)
  const finished = (courseId: number, seconds: number) =>
    `(2, ${courseId}, 'course_finished', timestamptz '2026-03-04 10:00:00Z' + ${seconds} * interval '1 second')`
  await query(`insert into courses (id, title, description, category, price_cents)
    select id, 'Course', 'About', 'Cloud', 0 from generate_series(50, 52) id`)
  await query(`insert into path_courses (path_id, course_id, place) select 60, id, id from courses where id >= 50`)
  await query(`insert into learning_events (user_id, course_id, kind, created_at)
    values ${finished(50, -90)}, ${finished(51, 0.25)}, ${finished(52, 90)}`)
  await query(`insert into path_students (path_id, user_id, finished_at) values (60, 2, '2026-03-04 10:00:00Z')`)
  await query(`insert into certificates (user_id, path_id, kind, name, title, finished_at, design)
    values (2, 60, 'path', 'Ada', 'Lamps', '2026-03-04 10:00:00Z', '{}')`)
  const sql = readFileSync(join(MIGRATIONS, '0014_foreign_key_indexes.sql'), 'utf8')
  const updates = sql.split('--> statement-breakpoint').filter((statement) => statement.includes('UPDATE'))
  for (let n = 0; n < 2; n++) for (const update of updates) await query(update)
  for (const table of ['path_students', 'certificates'])
    expect(await query(`select finished_at from ${table}`)).toEqual([
      { finished_at: new Date('2026-03-04T10:00:00.250Z') },
    ])
})

test('conversations and the trash say who wrote last, and users whether they have a conversation', async () => {
  await query(`insert into users (id, email, first_name, last_name)
    select id, 'u' || id || '@mail.example', 'Ada', 'Last' from generate_series(70, 72) id`)
  await query(`insert into messages (id, student_id, sender_id, receiver_id, text) overriding system value
    values (70, 70, 70, 1, 'Hello?'), (71, 71, 71, 1, 'Hello?'), (72, 71, 1, 71, 'Hello')`)
  await query(`insert into conversations (student_id, last_message_id) values (70, 70), (71, 72)`)
  await query(`insert into trash (id, kind, subject_id, name, deleted_by_name) overriding system value
    select id, 'user', id, 'Ada', 'Zoe' from generate_series(170, 172) id`)
  await query(`insert into trash_rows (trash_id, table_name, row)
    select 100 + (to_jsonb(m) ->> 'student_id')::int, 'messages', to_jsonb(m) from messages m where student_id >= 70`)
  await query(`insert into trash_rows (trash_id, table_name, row)
    select 100 + student_id, 'conversations', to_jsonb(c) - 'is_unanswered' from conversations c where student_id >= 70`)
  await query(`insert into trash_rows (trash_id, table_name, row)
    select 100 + id, 'users', to_jsonb(u) - 'has_conversation' from users u where id >= 70`)
  const sql = readFileSync(join(MIGRATIONS, '0017_unanswered_conversations.sql'), 'utf8')
  const updates = sql.split('--> statement-breakpoint').filter((statement) => statement.includes('UPDATE'))
  for (const update of updates) await query(update)
  expect(
    await query(`select student_id, is_unanswered from conversations where student_id >= 70 order by student_id`),
  ).toEqual([
    { student_id: '70', is_unanswered: true },
    { student_id: '71', is_unanswered: false },
  ])
  expect(await query(`select id, has_conversation from users where id >= 70 order by id`)).toEqual([
    { id: '70', has_conversation: true },
    { id: '71', has_conversation: true },
    { id: '72', has_conversation: false },
  ])
  expect(
    await query(`select trash_id, row -> 'is_unanswered' as unanswered, row -> 'has_conversation' as has
      from trash_rows where table_name in ('conversations', 'users') and trash_id >= 170 order by table_name, trash_id`),
  ).toEqual([
    { trash_id: '170', unanswered: true, has: null },
    { trash_id: '171', unanswered: null, has: null },
    { trash_id: '170', unanswered: null, has: true },
    { trash_id: '171', unanswered: null, has: true },
    { trash_id: '172', unanswered: null, has: null },
  ])
})

import { randomBytes } from 'node:crypto'
import { sql } from 'drizzle-orm'
import type { Pool } from 'pg'
import { certificateDesign as toDesign } from '../../../src/contract/schemas/learning/certificates.ts'
import type { Db } from '../../../src/server/platform/db/connect.ts'
import {
  backups,
  errorGroups,
  mails,
  notifications,
  passkeys,
  site,
  trash,
} from '../../../src/server/platform/db/schema.ts'

export interface Visitors {
  studentId: number
  adminId: number
}

/** Rows in the tables that the demo academy leaves empty. */
export async function addFirstRows(db: Db, { studentId, adminId }: Visitors): Promise<void> {
  for (const userId of [studentId, adminId]) {
    const credentialId = randomBytes(16).toString('hex')
    const values = { userId, credentialId, publicKey: Buffer.alloc(8), counter: 0, transports: [], name: 'Phone' }
    await db.insert(passkeys).values(values)
  }
  await db.insert(notifications).values({ userId: studentId, kind: 'new-lesson', title: 'Lamps' })
  const error = { type: 'Error', message: 'm', source: 's', count: 1, requestId: 'r', stack: 'at x', version: '1' }
  await db.insert(errorGroups).values({ fingerprint: 'f0', ...error })
  const entry = { name: 'Lamps', details: 'x', deletedByName: 'Admin' }
  await db.insert(trash).values({ kind: 'post', subjectId: 900_000, ...entry })
  const backup = { kind: 'manual', location: '/srv', name: 'x.tar', problem: 'The disk is full.' } as const
  await db.insert(backups).values([
    { ...backup, status: 'succeeded' },
    { ...backup, status: 'failed' },
  ])
  const waiting = { lastError: 'refused', tries: 2, nextTryAt: sql`now() + interval '1 year'` }
  await db.insert(mails).values({ kind: 'welcome', toEmail: 'a@mail.example', ...waiting })
  const certificateDesign = toDesign.parse({ signature_name: 'Ada' })
  const target = { target: site.id, set: { certificateDesign } }
  await db.insert(site).values({ certificateDesign }).onConflictDoUpdate(target)
}

/** What a page shows in one state of a row only, and proven addresses, because only those are called by name in emails. */
const STATES = [
  `update users set email_proven_at = now()`,
  `update certificates set revoked_at = now() where user_id <> $1 or course_id is null`,
  `update courses set deleted_at = now() where id = (select max(id) from courses)`,
  `update courses set archived_at = now() where id = (select max(id) - 1 from courses)`,
  `update submissions set user_id = $1 where id in (select min(id) from submissions group by status)`,
  `update submissions set file_url = '/api/submissionFiles/' || md5(id::text) || '-' || user_id`,
  `update orders set seller = array['Lantern Academy']`,
  `update orders set status = 'pending', open_key = 'open', paid_at = null, provider = 'stripe',
   checkout_reference = null,
   expires_at = now() + interval '1 day' where id = (select max(id) from orders where user_id = $1)`,
  `update notes set user_id = $1, lesson_id = (select min(id) from lessons where kind = 'quiz')`,
  `update quiz_attempts a set user_id = $1 from (select min(id) as id from quiz_attempts where submitted_at is not null
   group by lesson_id) first where a.id = first.id`,
]

/** In which a quiz asks questions of its own each time. */
const POOLS = 14
const ANSWERS = ['1', '2', '3', '4', '5']

/** Kinds of which the demo academy has few. */
const createPoolQuestion = (n: number) => {
  const base = { id: `pool${n}`, pool: `Pool ${n}`, points: 1, text: 'Which?', image_url: '', explanation: 'Because.' }
  if (n % 2 === 0)
    return { ...base, kind: 'short_text', accepted: ANSWERS.map((x) => `Lamp ${x}`), case_sensitive: false }
  const pairs = ANSWERS.map((x) => ({ id: `p${x}`, text: 'Left', match_id: `m${x}`, match: 'Right' }))
  return { ...base, kind: 'matching', pairs }
}

export async function setStates(pool: Pool, { studentId }: Visitors): Promise<void> {
  for (const statement of STATES) await pool.query(statement, statement.includes('$1') ? [studentId] : [])
  const numbers = Array.from({ length: POOLS }, (_, n) => n + 1)
  await pool.query(
    `update lessons set quiz = quiz || jsonb_build_object('pools', quiz->'pools' || $1::jsonb, 'questions', quiz->'questions' || $2::jsonb)
     where quiz is not null`,
    [
      JSON.stringify(numbers.map((n) => ({ name: `Pool ${n}`, draw: 1 }))),
      JSON.stringify(numbers.map(createPoolQuestion)),
    ],
  )
  // The student may open every lesson of theirs.
  await pool.query(
    `insert into enrollments (user_id, course_id) select $1, id from courses where deleted_at is null on conflict do nothing`,
    [studentId],
  )
  await pool.query(
    `insert into entitlements (user_id, course_id, source) select $1, c.id, 'free' from courses c where not exists
     (select 1 from entitlements e where e.user_id = $1 and e.course_id = c.id and e.revoked_at is null)`,
    [studentId],
  )
}

/** So that short columns, which take one payload each, have all of them after some rounds. */
const ROWS = 66

const ANY_ADMIN = `(select min(id) from users where role = 'admin')`

/** What must be different in each copy of a row; `n` counts them. */
const COPIES: Record<string, Record<string, string>> = {
  ...{
    courses: { deleted_at: 'null', archived_at: 'null' },
    sections: { place: 'n', course_id: '(select id from courses order by id offset n % 16 limit 1)' },
    blogs: {},
    comments: {},
  },
  ...{ users: { email: `'copy' || n || '@mail.example'` }, coupons: { code: `'COPY' || n` }, learning_paths: {} },
  ...{ sessions: { token_hash: `sha256(('copy' || n)::bytea)` }, passkeys: { credential_id: `'copy' || n` } },
  ...{ refunds: {}, notes: {}, messages: {}, submissions: {}, notifications: {}, backups: {} },
  ...{ audit_log: { before: `'{"title": "Old"}'`, after: `'{"title": "New"}'`, actor_id: ANY_ADMIN } },
  ...{ certificates: { revoked_at: 'now()', user_id: 'null' }, trash: { subject_id: '910000 + n' } },
  ...{ mails: {}, error_groups: { fingerprint: `'copy' || n` } },
}

/** Copies a row of each short table until there are enough. */
export async function copyRows(pool: Pool): Promise<void> {
  for (const [table, changes] of Object.entries(COPIES)) {
    const { rows } = await pool.query<{ name: string; preset: string | null }>(
      `select column_name as name, column_default as preset from information_schema.columns
       where table_schema = 'public' and table_name = $1 and is_identity = 'NO' and is_generated = 'NEVER'`,
      [table],
    )
    const names = rows.map(({ name }) => `"${name}"`).join(', ')
    const values = rows.map(({ name, preset }) => changes[name] ?? (name === 'id' && preset ? preset : `s."${name}"`))
    await pool.query(
      `insert into "${table}" (${names}) select ${values.join(', ')}
       from (select * from "${table}" order by ctid limit 1) s, generate_series(1, $1 - (select count(*) from "${table}")) n`,
      [ROWS],
    )
  }
}

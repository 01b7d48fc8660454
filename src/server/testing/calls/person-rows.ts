import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'

/** The tables with a person's rows, by the column that names the person. */
const BY_PERSON: Record<string, string> = {
  ...{ users: 'id', identities: 'user_id', sessions: 'user_id', known_devices: 'user_id', email_changes: 'user_id' },
  ...{ totp_secrets: 'user_id', recovery_codes: 'user_id', passkeys: 'user_id' },
  ...{ trusted_browsers: 'user_id', enrollments: 'user_id', entitlements: 'user_id', learning_events: 'user_id' },
  ...{ lesson_progress: 'user_id', quiz_attempts: 'user_id', submissions: 'user_id', notes: 'user_id' },
  ...{ path_students: 'user_id', certificates: 'user_id', orders: 'user_id', reviews: 'user_id', comments: 'user_id' },
  ...{ messages: 'student_id', conversations: 'student_id', notifications: 'user_id', audit_log: 'actor_id' },
}
/** By the order. */
const BY_ORDER = ['order_items', 'order_events', 'refunds', 'test_payments', 'payment_events']
/** No student's: whatever a student changes there is another's. */
const OF_NOBODY = [
  ...['courses', 'prerequisites', 'sections', 'lessons', 'learning_paths', 'path_courses', 'blogs', 'coupons'],
  ...['site', 'backups', 'trash', 'trash_rows', 'error_groups'],
]
/** Changed by jobs, by reads, or by whoever asks. */
const UNWATCHED = [
  ...['mails', 'reset_codes', 'system_log', 'order_numbers', 'daily_counts', 'throttles', 'server_processes'],
]

export const LISTED_TABLES = [
  ...Object.keys(BY_PERSON),
  'auth_challenges',
  'quiz_answers',
  ...BY_ORDER,
  ...OF_NOBODY,
  ...UNWATCHED,
]

/** The person's own rows of each table that is watched. */
function getConditions(userId: number): { table: string; isOwn: SQL }[] {
  const isInOrder = sql`order_id in (select id from orders where user_id = ${userId})`
  const isInAttempt = sql`attempt_id in (select id from quiz_attempts where user_id = ${userId})`
  return [
    ...Object.entries(BY_PERSON).map(([table, column]) => ({
      table,
      isOwn: sql`${sql.identifier(column)} = ${userId}`,
    })),
    // A login with a passkey begins as nobody's.
    { table: 'auth_challenges', isOwn: sql`coalesce(user_id, ${userId}) = ${userId}` },
    ...BY_ORDER.map((table) => ({ table, isOwn: isInOrder })),
    { table: 'quiz_answers', isOwn: isInAttempt },
    ...OF_NOBODY.map((table) => ({ table, isOwn: sql`false` })),
  ]
}

const unite = (queries: SQL[]) => sql.join(queries, sql` union all `)

/** How many rows of others each table has, and a hash of them. */
export async function hashRowsOfOthers({ db }: { db: Db }, userId: number): Promise<{ table: string }[]> {
  const queries = getConditions(userId).map(
    ({ table, isOwn }) => sql`
      select ${table} as "table", count(*)::int, md5(string_agg(r::text, '|' order by r::text))
      from ${sql.identifier(table)} r where (${isOwn}) is not true`,
  )
  return (await db.execute<{ table: string }>(unite(queries))).rows
}

/** All rows of one person as text. */
export async function readOwnRows({ db }: { db: Db }, userId: number): Promise<string> {
  const queries = getConditions(userId).map(
    ({ table, isOwn }) =>
      sql`select ${table} || ' ' || r::text as text from ${sql.identifier(table)} r where (${isOwn})`,
  )
  const { rows } = await db.execute<{ text: string }>(unite(queries))
  return rows.map(({ text }) => text).join('\n')
}

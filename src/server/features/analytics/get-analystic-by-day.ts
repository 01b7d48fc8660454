import { sql } from 'drizzle-orm'
import type { DayCounts } from '#contract/schemas/operations/analytics.ts'
import type { AnalyticsRange } from '#contract/choices.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { dailyCounts, enrollments, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { getFirstDay, getDayStart } from './utc-days.ts'

/** One hour after midnight: transactions that began before midnight have committed by then. */
const FIRST_UNFINISHED_DAY = sql`(now() at time zone 'UTC' - interval '1 hour')::date`

const isWithinDay = (column: string) =>
  sql`${sql.identifier(column)} >= ${getDayStart(sql`d.day`)} and ${sql.identifier(column)} < ${getDayStart(sql`d.day + 1`)}`

/** Each count of the day `d.day` uses an index. An admin did not sign up. A refund later does not change a day's count. */
const COUNT_COLUMNS = sql`
  (select count(*)::int from ${users} where role = 'student' and ${isWithinDay('joined_at')}) as signups,
  (select count(*)::int from ${enrollments} where ${isWithinDay('created_at')}) as enrollments,
  (select count(*)::int from ${enrollments} where ${isWithinDay('completed_at')}) as completions`

export const getAnalysticByDay: Handler<'getAnalysticByDay'> = async ({ db }, { days }) => {
  await countFinishedDays(db, days)
  const { rows } = await db.execute<Record<keyof DayCounts, unknown> & DayCounts>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, signups, enrollments, completions from ${dailyCounts}
    where day >= ${getFirstDay(days)} and day < ${FIRST_UNFINISHED_DAY}
    union all
    select to_char(d.day, 'YYYY-MM-DD'), ${COUNT_COLUMNS}
    from (select generate_series(${FIRST_UNFINISHED_DAY}::timestamp, (now() at time zone 'UTC')::date::timestamp, interval '1 day')::date as day) as d
    order by 1
  `)
  return { msg: rows.slice(-days) }
}

/** Stores the counts of finished days once; parallel calls insert each day once. */
export async function countFinishedDays(db: Db, days: AnalyticsRange): Promise<void> {
  await db.execute(sql`
    insert into ${dailyCounts} (day, signups, enrollments, completions)
    select d.day, ${COUNT_COLUMNS}
    from (
      select generate_series((${getFirstDay(days)})::timestamp, (${FIRST_UNFINISHED_DAY} - 1)::timestamp, interval '1 day')::date as day
      except select day from ${dailyCounts}
    ) as d
    on conflict do nothing
  `)
}

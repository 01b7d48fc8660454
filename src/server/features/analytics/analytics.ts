import { sql } from 'drizzle-orm'
import type { TopCourse } from '#contract/schemas/operations/analytics.ts'
import { ANALYTICS_RANGES, type AnalyticsRange } from '#contract/choices.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { blogs, courses, enrollments, serverProcesses, sessions, users } from '#server/platform/db/schema.ts'
import type { SiteCounts } from '#server/pipeline/services.ts'
import { RefreshingValue } from '#server/platform/cache/refreshing-value.ts'
import { SILENT_AFTER_S } from '#server/features/system/process-reports.ts'
import { getFirstDay, getDayStart } from './utc-days.ts'

const TOP_COURSES_LIMIT = 10
export const RELOAD_INTERVAL_MS = 5 * 60_000
/** Counting a year's enrollments takes as long as there are many. */
const SLOW_COUNT = { slowLoadMs: 30, slowMaxAgeMs: 2 * RELOAD_INTERVAL_MS }

/** Every open analytics screen polls once a second: all of them share one result. */
export class Analytics {
  readonly counts: RefreshingValue<SiteCounts>
  readonly topCourses: Record<AnalyticsRange, RefreshingValue<TopCourse[]>>

  constructor(db: Db) {
    this.counts = new RefreshingValue(() => countAll(db))
    const load = (days: AnalyticsRange) => new RefreshingValue(() => findTopCourses(db, days), SLOW_COUNT)
    this.topCourses = Object.fromEntries(ANALYTICS_RANGES.map((days) => [days, load(days)])) as typeof this.topCourses
  }

  /** Loads what takes long, so that who looks at it does not wait. */
  async reloadSlow(): Promise<void> {
    for (const value of Object.values(this.topCourses)) await value.reloadIfSlow()
  }
}

type CountsRow = Record<'users' | 'active' | 'courses' | 'reviews' | 'blogs', number> & { started: number | null }

async function countAll(db: Db): Promise<SiteCounts> {
  // Each course keeps the number of its reviews.
  const { rows } = await db.execute<CountsRow>(sql`
    select
      (select count(*)::int from ${users}) as users,
      (select count(distinct user_id)::int from ${sessions} where idle_until > now() and expires_at > now()) as active,
      (select count(*)::int from ${courses} where deleted_at is null and archived_at is null) as courses,
      (select coalesce(sum(reviews_count), 0)::int from ${courses} where deleted_at is null) as reviews,
      (select count(*)::int from ${blogs}) as blogs,
      (
        select (extract(epoch from min(started_at)) * 1000)::float8 from ${serverProcesses}
        where seen_at > now() - make_interval(secs => ${SILENT_AFTER_S})
      ) as started
  `)
  const [row] = rows
  if (!row) throw new Error('The counts query returned no row')
  const { active, started, ...counted } = row
  return { ...counted, startedAtMs: started, active_users: active, inactive_users: counted.users - active }
}

/** Without the students whose access has ended: refunds make no top course. */
async function findTopCourses(db: Db, days: AnalyticsRange): Promise<TopCourse[]> {
  const { rows } = await db.execute<Record<keyof TopCourse, unknown> & TopCourse>(sql`
    with top as (
      select course_id, count(*)::int as enrolled, count(completed_at)::int as completed
      from ${enrollments}
      where created_at >= ${getDayStart(getFirstDay(days))} and access_until > now()
        and course_id not in (select id from ${courses} where deleted_at is not null or archived_at is not null)
      group by course_id
      order by enrolled desc, course_id desc
      limit ${TOP_COURSES_LIMIT}
    )
    select top.course_id::int, title, enrolled, completed, stars_tenths / 10.0 as stars
    from top join ${courses} on courses.id = top.course_id
    order by enrolled desc, course_id desc
  `)
  return rows.map((row) => ({ ...row, stars: Number(row.stars) }))
}

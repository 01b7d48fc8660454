import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'

/** Users at a time, so that no statement runs for long. */
const SLICE_SIZE = 500

interface Slice {
  first: number
  last: number
}

const isIn = ({ first, last }: Slice) => sql`user_id between ${first} and ${last}`

/** What counts of the events: those after the student's last reset of the course. */
const selectEvents = (slice: Slice) => sql`
  progress as (select * from lesson_progress where ${isIn(slice)}),
  events as (select * from learning_events where ${isIn(slice)}),
  resets as (
    select user_id, course_id, max(id) as id from events where kind = 'progress_reset' group by user_id, course_id
  ),
  counted as (
    select e.* from events e left join resets r using (user_id, course_id) where e.id > coalesce(r.id, 0)
  ),
  ticks as (
    select distinct on (user_id, lesson_id) user_id, lesson_id,
      case when kind = 'lesson_completed' then created_at end as completed_at
    from counted where kind in ('lesson_completed', 'lesson_reopened')
    order by user_id, lesson_id, id desc
  )`

/** Since an admin has last reopened the lesson for it to be watched again. */
const watchedSince = sql`
  select user_id, lesson_id, range_agg(int4range((range ->> 0)::integer, (range ->> 1)::integer)) as watched
  from counted left join (
    select user_id, lesson_id, max(id) as reopened_id from counted
    where kind = 'lesson_reopened' and data ? 'unwatched' group by user_id, lesson_id
  ) reopened using (user_id, lesson_id), jsonb_array_elements(data -> 'ranges') as range
  where kind = 'watched' and id > coalesce(reopened_id, 0) group by user_id, lesson_id`

/** Each selects `who` and `text`, what is wrong with the users of a slice. */
const USER_CHECKS: ((slice: Slice) => SQL)[] = [
  (slice) => sql`with ${selectEvents(slice)}
    select 'user ' || user_id || ', lesson ' || lesson_id as who,
      'completed ' || coalesce(p.completed_at::text, 'never') || ', the events say ' || coalesce(t.completed_at::text, 'never') as text
    from progress p full join (select t.* from ticks t join lessons l on l.id = t.lesson_id) t using (user_id, lesson_id)
    where p.completed_at is distinct from t.completed_at`,
  (slice) => sql`with ${selectEvents(slice)}, watched_since as (${watchedSince})
    select 'user ' || user_id || ', lesson ' || lesson_id as who,
      'watched ' || coalesce(p.watched, '{}')::text || ', the events say ' || coalesce(w.watched, '{}')::text as text
    from progress p full join (select w.* from watched_since w join lessons l on l.id = w.lesson_id) w
      using (user_id, lesson_id)
    where coalesce(p.watched, '{}') <> coalesce(w.watched, '{}')`,
  (slice) => sql`with ${selectEvents(slice)}
    select 'user ' || e.user_id || ', course ' || e.course_id as who,
      e.completed_lessons || ' lessons completed, the events say ' || count(t.completed_at) as text
    from enrollments e left join lessons l on l.course_id = e.course_id
    left join ticks t on t.user_id = e.user_id and t.lesson_id = l.id
    where e.user_id between ${slice.first} and ${slice.last}
    group by e.id having e.completed_lessons <> count(t.completed_at)`,
  (slice) => sql`with finishes as (
      select distinct on (user_id, course_id) user_id, course_id,
        case when kind = 'course_finished' then created_at end as finished_at
      from learning_events where ${isIn(slice)} and kind in ('course_finished', 'course_reopened', 'progress_reset')
      order by user_id, course_id, id desc
    )
    select 'user ' || user_id || ', course ' || course_id as who,
      'finished ' || coalesce(e.completed_at::text, 'never') || ', the events say ' || coalesce(f.finished_at::text, 'never') as text
    from (select * from enrollments where ${isIn(slice)}) e full join finishes f using (user_id, course_id)
    where e.completed_at is distinct from f.finished_at`,
]

const COURSE_CHECK = sql`
  select 'course ' || c.id as who, 'it has ' || count(l.id) || ' lessons and counts ' || c.lessons_count as text
  from courses c left join lessons l on l.course_id = c.id group by c.id having count(l.id) <> c.lessons_count`

/** Rebuilds progress from the events and compares. Returns one sentence for each difference; none when all agree. */
export async function checkProgress(db: Pick<Db, 'execute'>, sliceSize = SLICE_SIZE): Promise<string[]> {
  const differences: string[] = []
  const run = async (check: SQL) => {
    const { rows } = await db.execute<{ who: string; text: string }>(sql`${check} order by who`)
    differences.push(...rows.map(({ who, text }) => `${who}: ${text}`))
  }
  for await (const slice of findSlices(db, sliceSize)) for (const check of USER_CHECKS) await run(check(slice))
  await run(COURSE_CHECK)
  return differences
}

async function* findSlices(db: Pick<Db, 'execute'>, size: number): AsyncGenerator<Slice> {
  for (let before = 0; ;) {
    const { rows } = await db.execute<{ last: number | string | null }>(
      sql`select max(id) as last from (select id from users where id > ${before} order by id limit ${size}) slice`,
    )
    const last = Number(rows[0]?.last ?? 0)
    if (last === 0) return
    yield { first: before + 1, last }
    before = last
  }
}

import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import {
  courses,
  enrollments,
  learningPaths,
  pathCourses,
  pathStudents,
  prerequisites,
} from '#server/platform/db/schema.ts'

/**
 * The courses that the user must or should finish before this one: its prerequisites, and what comes before it in the
 * ordered paths that the user has joined. Courses that the user could not open are left out: nobody could finish them. So is
 * an earlier course that must itself come after this one, by prerequisites or in other paths: they would close each other.
 */
export const selectRequiredCourses = (userId: number, courseId: number | AnyPgColumn): SQL => sql`(
  with required as materialized (
    select course_id, bool_or(is_blocking) as is_blocking
    from (
      select ${prerequisites.requiredCourseId} as course_id, ${prerequisites.isBlocking} as is_blocking
      from ${prerequisites} where ${prerequisites.courseId} = ${courseId}
      union all
      select earlier.course_id, true
      from ${pathCourses} here
      join ${learningPaths} path on path.id = here.path_id and path.is_ordered and path.is_public and path.deleted_at is null
      join ${pathStudents} joined on joined.path_id = here.path_id and joined.user_id = ${userId}
      join ${pathCourses} earlier on earlier.path_id = here.path_id and earlier.place < here.place
      where here.course_id = ${courseId} and (here.path_id, earlier.course_id) not in ${selectLater(userId, courseId)}
    ) one
    group by course_id
  )
  select required.course_id, required_course.title, required.is_blocking, own.completed_at is not null as is_finished
  from required
  join ${courses} required_course on required_course.id = required.course_id and required_course.deleted_at is null
  left join ${enrollments} own on own.course_id = required.course_id and own.user_id = ${userId}
  where own.access_until > now() or (required_course.is_public and required_course.archived_at is null))`

/**
 * What must come at or after this course in each of its ordered paths, by blocking prerequisites and the user's other paths.
 * `needs` has only the neighbours of each path; its `path_id` is the only path that says so, in which it does not count.
 * It does not depend on the course, so that a statement for many courses builds it once.
 */
const selectLater = (userId: number, courseId: number | AnyPgColumn): SQL => sql`(
  with recursive listed as (
    select own.path_id, own.course_id, own.place,
      lag(own.course_id) over (partition by own.path_id order by own.place) as required_id
    from ${pathStudents} joined
    join ${learningPaths} path on path.id = joined.path_id and path.is_ordered and path.is_public and path.deleted_at is null
    join ${pathCourses} own on own.path_id = joined.path_id
    where joined.user_id = ${userId}
  ), related(id) as (
    select course_id from listed
    union
    select p.required_course_id from related join ${prerequisites} p on p.course_id = related.id and p.is_blocking
  ), needs as materialized (
    select course_id, required_id, case when count(*) = 1 then max(path_id) end as path_id
    from (
      select path_id, course_id, required_id from listed where required_id is not null
      union all
      select null, p.course_id, p.required_course_id
      from related join ${prerequisites} p on p.course_id = related.id and p.is_blocking
    ) one
    group by course_id, required_id
  ), later(path_id, course_id) as (
    select here.path_id, after.course_id
    from listed here join listed after on after.path_id = here.path_id and after.place >= here.place
    where here.course_id = ${courseId}
    union
    select later.path_id, needs.course_id
    from later join needs on needs.required_id = later.course_id and needs.path_id is distinct from later.path_id)
  select path_id, course_id from later)`

/** Whether a blocking one is not finished. */
export const hasUnfinishedPrerequisite = (userId: number, courseId: number | AnyPgColumn): SQL => sql`exists (
  select 1 from ${selectRequiredCourses(userId, courseId)} required where is_blocking and not is_finished)`

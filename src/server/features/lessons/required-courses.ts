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
  select required.course_id, required_course.title, bool_or(required.is_blocking) as is_blocking,
    coalesce(bool_or(own.completed_at is not null), false) as is_finished
  from (
    select ${prerequisites.requiredCourseId} as course_id, ${prerequisites.isBlocking} as is_blocking
    from ${prerequisites} where ${prerequisites.courseId} = ${courseId}
    union all
    select earlier.course_id, true
    from ${pathCourses} here
    join ${learningPaths} path on path.id = here.path_id and path.is_ordered and path.is_public and path.deleted_at is null
    join ${pathStudents} joined on joined.path_id = here.path_id and joined.user_id = ${userId}
    join ${pathCourses} earlier on earlier.path_id = here.path_id and earlier.place < here.place
    where here.course_id = ${courseId} and not ${mustComeAfter(userId)}
  ) required
  join ${courses} required_course on required_course.id = required.course_id and required_course.deleted_at is null
  left join ${enrollments} own on own.course_id = required.course_id and own.user_id = ${userId}
  where own.access_until > now() or (required_course.is_public and required_course.archived_at is null)
  group by required.course_id, required_course.title)`

/** Whether `earlier` needs `here`, or a course at or after it in the same path, by prerequisites and the user's other paths. */
const mustComeAfter = (userId: number): SQL => sql`exists (
    with recursive needed(id) as (
      select earlier.course_id
      union
      select before.id from needed cross join lateral (
        select p.required_course_id as id from ${prerequisites} p where p.course_id = needed.id and p.is_blocking
        union all
        select first.course_id from ${pathCourses} second
        join ${pathCourses} first on first.path_id = second.path_id and first.place < second.place
        join ${learningPaths} other on other.id = second.path_id and other.is_ordered and other.is_public
          and other.deleted_at is null
        join ${pathStudents} joined_other on joined_other.path_id = second.path_id and joined_other.user_id = ${userId}
        where second.course_id = needed.id and second.path_id <> here.path_id) before)
    select 1 from needed
    join ${pathCourses} later on later.course_id = needed.id and later.path_id = here.path_id and later.place >= here.place)`

/** Whether a blocking one is not finished. */
export const hasUnfinishedPrerequisite = (userId: number, courseId: number | AnyPgColumn): SQL => sql`exists (
  select 1 from ${selectRequiredCourses(userId, courseId)} required where is_blocking and not is_finished)`

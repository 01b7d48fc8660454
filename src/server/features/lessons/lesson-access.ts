import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { LockReason } from '#contract/choices.ts'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { courses, enrollments, lessonProgress, lessons, sections } from '#server/platform/db/schema.ts'
import { enrollmentJoin, isVisibleTo } from '#server/features/courses/course-row.ts'
import { hasUnfinishedPrerequisite } from './required-courses.ts'

/** Null for a visitor, who opens previews only. */
export type LessonUser = Pick<User, 'student_id' | 'role'> | null

/** Null: open. */
export type LessonLock = { reason: LockReason; /** Of `opens_later`. */ opensAt: Date | null } | null

/** By the database's clock. Days are counted from the enrollment. */
const OPENS_AT = sql`greatest(${sections.opensAt}, ${enrollments.createdAt} + ${sections.opensAfterDays} * interval '24 hours')`

/** Needs `accessJoins`. */
export const selectOpensAt = sql<Date | null>`${OPENS_AT}`.mapWith(enrollments.createdAt)

/**
 * Why the user may not open the lesson; null when it is open. What is completed stays open with access. Needs
 * `accessJoins`. For many lessons of one course pass its id, so that what depends on the course is read once.
 */
export function selectLockReason(
  user: LessonUser,
  courseId: number | AnyPgColumn = courses.id,
): SQL<LockReason | null> {
  if (user?.role === 'admin') return sql<null>`null::text`
  const userId = user?.student_id ?? 0
  const firstOpenPlace = sql`(
    select min(earlier.place) from ${lessons} earlier
    left join ${lessonProgress} done on done.lesson_id = earlier.id and done.user_id = ${userId}
    where earlier.course_id = ${courseId} and done.completed_at is null)`
  return sql`case
    when ${lessons.isPreview} then null
    when ${enrollments.id} is null then 'not_enrolled'
    when ${lessonProgress.completedAt} is not null then null
    when ${enrollments.prerequisitesWaived} is null and ${enrollments.completedAt} is null
      and ${hasUnfinishedPrerequisite(userId, courseId)} then 'prerequisites'
    when ${OPENS_AT} > now() then 'opens_later'
    when ${courses.lessonOrder} = 'in_order' and ${lessons.place} > ${firstOpenPlace} then 'in_order'
  end`
}

/** For a query from `lessons`: inner join `courses`, left join the others. */
export const accessJoins = (user: LessonUser) => ({
  course: eq(courses.id, lessons.courseId),
  section: eq(sections.id, lessons.sectionId),
  enrollment: enrollmentJoin(user?.student_id ?? null),
  progress: and(eq(lessonProgress.lessonId, lessons.id), eq(lessonProgress.userId, user?.student_id ?? 0)),
})

export const toLock = (reason: LockReason | null, opensAt: Date | null): LessonLock =>
  reason === null ? null : { reason, opensAt: reason === 'opens_later' ? opensAt : null }

/** Says for every lesson of a course whether the user may open it. Whether they may see the course is the caller's to check. */
export async function findLessonLocks(
  db: Pick<Db, 'select'>,
  user: LessonUser,
  courseId: number,
): Promise<Map<number, LessonLock>> {
  const joins = accessJoins(user)
  const rows = await db
    .select({ id: lessons.id, reason: selectLockReason(user, courseId), opensAt: selectOpensAt })
    .from(lessons)
    .innerJoin(courses, joins.course)
    .leftJoin(sections, joins.section)
    .leftJoin(enrollments, joins.enrollment)
    .leftJoin(lessonProgress, joins.progress)
    .where(eq(lessons.courseId, courseId))
  return new Map(rows.map(({ id, reason, opensAt }) => [id, toLock(reason, opensAt)]))
}

/**
 * Returns the lesson if the user may open it. Throws lesson_not_found, not_enrolled or lesson_locked. A preview is open
 * to everybody: what only the course's students may do must check `isEnrolled` too.
 */
export async function requireOpenLesson(db: Pick<Db, 'select'>, user: LessonUser, lessonId: number) {
  const joins = accessJoins(user)
  const [row] = await db
    .select({
      lessonId: lessons.id,
      courseId: lessons.courseId,
      courseTitle: courses.title,
      title: lessons.title,
      kind: lessons.kind,
      completion: lessons.completion,
      isPreview: lessons.isPreview,
      isEnrolled: sql<boolean>`${enrollments.id} is not null`,
      isCompleted: sql<boolean>`${lessonProgress.completedAt} is not null`,
      reason: selectLockReason(user),
      opensAt: selectOpensAt,
    })
    .from(lessons)
    .innerJoin(courses, joins.course)
    .leftJoin(sections, joins.section)
    .leftJoin(enrollments, joins.enrollment)
    .leftJoin(lessonProgress, joins.progress)
    .where(and(eq(lessons.id, lessonId), isVisibleTo(user)))
  if (!row) throw new AppError('lesson_not_found')
  const { reason, opensAt, ...lesson } = row
  rejectLocked(toLock(reason, opensAt))
  return lesson
}

export function rejectLocked(lock: LessonLock): void {
  if (lock === null) return
  if (lock.reason === 'not_enrolled') throw new AppError('not_enrolled')
  throw new AppError('lesson_locked', {
    fields: { locked_reason: lock.reason, opens_date: lock.opensAt?.toISOString() ?? null },
  })
}

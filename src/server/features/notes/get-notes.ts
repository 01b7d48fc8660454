import { and, asc, eq, inArray } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { courses, enrollments, lessons, notes } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { enrollmentJoin, isVisibleTo } from '#server/features/courses/course-row.ts'
import { findLessonLocks } from '#server/features/lessons/lesson-access.ts'
import { requireNoteLesson } from './note-access.ts'
import { toNote } from './note-row.ts'

/** Notes of lessons that are closed again are kept, and shown once the lesson is open. */
export const getNotes: Handler<'getNotes'> = async ({ db, user }, { course_id, material_id }) => {
  const lessonIds = material_id === undefined ? await findOpenLessons(db, user, course_id) : [material_id]
  if (material_id !== undefined) await requireNoteLesson(db, user, material_id)
  if (lessonIds.length === 0) return { msg: [] }
  const rows = await db
    .select({
      id: notes.id,
      lessonId: notes.lessonId,
      seconds: notes.seconds,
      text: notes.text,
      createdAt: notes.createdAt,
    })
    .from(notes)
    .innerJoin(lessons, eq(lessons.id, notes.lessonId))
    .where(and(eq(notes.userId, user.student_id), inArray(notes.lessonId, lessonIds)))
    .orderBy(asc(lessons.place), asc(notes.seconds), asc(notes.id))
  return { msg: rows.map(toNote) }
}

async function findOpenLessons(db: Db, user: User, courseId: number | undefined): Promise<number[]> {
  if (courseId === undefined) throw new AppError('invalid_input', { text: 'Name a course or a lesson' })
  const [course] = await db
    .select({ enrollmentId: enrollments.id })
    .from(courses)
    .leftJoin(enrollments, enrollmentJoin(user.student_id))
    .where(and(eq(courses.id, courseId), isVisibleTo(user)))
  if (!course) throw new AppError('course_not_found')
  if (course.enrollmentId === null) throw new AppError('not_enrolled')
  const locks = await findLessonLocks(db, user, courseId)
  return [...locks].flatMap(([lessonId, lock]) => (lock === null ? [lessonId] : []))
}

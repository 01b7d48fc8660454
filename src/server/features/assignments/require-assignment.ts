import { AppError } from '#contract/errors.ts'
import { type LessonUser, requireOpenLesson } from '#server/features/lessons/lesson-access.ts'
import type { Db } from '#server/platform/db/connect.ts'

/** An assignment that the student may hand in. */
export async function requireAssignment(db: Pick<Db, 'select'>, user: NonNullable<LessonUser>, lessonId: number) {
  const lesson = await requireOpenLesson(db, user, lessonId)
  if (!lesson.isEnrolled) throw new AppError('not_enrolled')
  if (lesson.kind !== 'assignment') throw new AppError('lesson_not_found')
  return lesson
}

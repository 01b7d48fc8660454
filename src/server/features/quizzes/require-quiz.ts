import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Quiz } from '#contract/schemas/learning/quiz-input.ts'
import { type LessonUser, requireOpenLesson } from '#server/features/lessons/lesson-access.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { lessons } from '#server/platform/db/schema.ts'

/** A quiz that the user may open as a student of its course, or as an admin. A preview alone does not allow attempts. */
export async function requireOwnQuiz(db: Pick<Db, 'select'>, user: NonNullable<LessonUser>, lessonId: number) {
  const lesson = await requireOpenLesson(db, user, lessonId)
  if (!lesson.isEnrolled && user.role !== 'admin') throw new AppError('not_enrolled')
  if (lesson.kind !== 'quiz') throw new AppError('lesson_not_found')
  return lesson
}

/** A quiz that anyone may try: a preview, or any for admins. */
export async function requireSampleQuiz(db: Pick<Db, 'select'>, user: LessonUser, lessonId: number) {
  const lesson = await requireOpenLesson(db, user, lessonId)
  if (lesson.kind !== 'quiz') throw new AppError('lesson_not_found')
  if (!lesson.isPreview && user?.role !== 'admin') throw new AppError('not_allowed')
  return lesson
}

/** With the answers. */
export async function readQuiz(db: Pick<Db, 'select'>, lessonId: number): Promise<Quiz> {
  const [row] = await db.select({ quiz: lessons.quiz }).from(lessons).where(eq(lessons.id, lessonId))
  if (!row?.quiz) throw new AppError('lesson_not_found')
  return row.quiz
}

import { and, count, eq, isNotNull, sql } from 'drizzle-orm'
import { enrollments, lessonProgress, lessons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { calculateProgress } from '#server/features/courses/course-row.ts'
import { lockEnrollment } from './lock-enrollment.ts'

/** Marks one lesson as completed or not. */
export const completeCourse: Handler<'completeCourse'> = async ({ db, user }, { id, course_id, value }) => {
  const userId = user.student_id
  return db.transaction(async (tx) => {
    const { courseTitle, lessonsCount, wasCompleted } = await lockEnrollment(tx, userId, course_id, id)
    const completedAt = value ? sql`now()` : null
    await tx
      .insert(lessonProgress)
      .values({ userId, lessonId: id, completedAt })
      .onConflictDoUpdate({
        target: [lessonProgress.userId, lessonProgress.lessonId],
        // Completing again keeps the first time.
        set: { completedAt: value ? sql`coalesce(${lessonProgress.completedAt}, now())` : null, updatedAt: sql`now()` },
      })
    const [total] = await tx
      .select({ n: count() })
      .from(lessonProgress)
      .innerJoin(lessons, eq(lessons.id, lessonProgress.lessonId))
      .where(
        and(eq(lessons.courseId, course_id), eq(lessonProgress.userId, userId), isNotNull(lessonProgress.completedAt)),
      )
    const completedLessons = total?.n ?? 0
    const isComplete = completedLessons === lessonsCount
    await tx
      .update(enrollments)
      .set({ completedLessons, completedAt: isComplete ? sql`coalesce(${enrollments.completedAt}, now())` : null })
      .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, course_id)))
    if (isComplete && !wasCompleted) {
      await writeLog(tx, {
        kind: 'learning',
        message: `Completed “${courseTitle}”`,
        email: user.email,
        studentId: userId,
      })
    }
    return { msg: { progress: calculateProgress(completedLessons, lessonsCount) } }
  })
}

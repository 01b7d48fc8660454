import type { enrollments } from '#server/platform/db/schema.ts'
import { calculateProgress } from '#contract/calculate-progress.ts'

interface EnrollmentRow {
  enrollment: typeof enrollments.$inferSelect
  title: string
  lessonsCount: number
}

export function toEnrollmentSummary({ enrollment, title, lessonsCount }: EnrollmentRow) {
  return {
    course_id: enrollment.courseId,
    title,
    progress: calculateProgress({
      completed: enrollment.completedLessons,
      total: lessonsCount,
      isFinished: enrollment.completedAt !== null,
    }),
    enrolled_date: enrollment.createdAt.toISOString(),
    completed_date: enrollment.completedAt?.toISOString() ?? null,
  }
}

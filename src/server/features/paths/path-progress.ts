import { calculateProgress } from '#contract/calculate-progress.ts'

interface CourseProgress {
  lessonsCount: number
  /** Null without access. */
  completedLessons: number | null
  isFinished: boolean
}

/** Over all lessons. A finished course counts as a whole, also with lessons that were added later. */
export function calculatePathProgress(courses: readonly CourseProgress[], isFinished: boolean): number {
  let [completed, total] = [0, 0]
  for (const course of courses) {
    total += course.lessonsCount
    completed += course.isFinished ? course.lessonsCount : (course.completedLessons ?? 0)
  }
  return calculateProgress({ completed, total, isFinished })
}

interface CourseProgress {
  lessonsCount: number
  /** Null without access. */
  completedLessons: number | null
  isFinished: boolean
}

/** In whole percent over all lessons: at least 1 once something is done, and at most 99, because only a finished path has 100. */
export function calculatePathProgress(courses: readonly CourseProgress[]): number {
  let completed = 0
  let all = 0
  for (const { lessonsCount, completedLessons, isFinished } of courses) {
    all += lessonsCount
    completed += isFinished ? lessonsCount : (completedLessons ?? 0)
  }
  if (completed === 0) return 0
  return Math.min(99, Math.max(1, Math.floor((100 * completed) / all)))
}

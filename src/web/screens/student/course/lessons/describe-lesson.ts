import type { Lesson } from '#contract/schemas/courses.ts'

/** Why a lesson of the student's course is closed and how it opens; null for an open one, and where only its date says it. */
export function describeLock(lesson: Lesson, lessons: readonly Lesson[]): string | null {
  switch (lesson.locked_reason) {
    case 'in_order': {
      const first = lessons.find(({ isCompleted }) => !isCompleted)
      return first && first !== lesson ? `Finish “${first.title}” first` : 'Finish the lessons before it first'
    }
    case 'prerequisites':
      return 'Finish the required courses first'
    case 'not_enrolled':
      return 'Enroll to open this lesson'
    case 'opens_later':
    case null:
      return null
  }
}

/** What completes an open lesson that is not ticked by hand; null for others and for one that is completed. */
export function describeCompletion({ completion, isCompleted, ...lesson }: Lesson): string | null {
  if (isCompleted) return null
  switch (completion) {
    case 'watched': {
      const watched = Math.min(lesson.watched_percent, lesson.watch_percent ?? 100)
      return `Watched ${watched} of ${lesson.watch_percent ?? 100}%`
    }
    case 'passed':
      return 'Completed by passing the quiz'
    case 'accepted':
      return 'Completed when your work is accepted'
    case 'manual':
      return null
  }
}

import type { Lesson } from '#contract/schemas/courses.ts'

/** A video that is locked comes without a url. */
export const isUnlocked = ({ locked, kind, url }: Lesson) => !locked && (kind !== 'video' || url !== '')

/** The unlocked lesson named in the URL, else the first not completed, else the first; undefined if all are locked. */
export function findCurrentLesson(lessons: readonly Lesson[], lessonId: string | null): Lesson | undefined {
  const unlocked = lessons.filter(isUnlocked)
  return (
    unlocked.find(({ material_id }) => String(material_id) === lessonId) ??
    unlocked.find(({ isCompleted }) => !isCompleted) ??
    unlocked[0]
  )
}

/** What the end of a lesson says where no other is open after it. */
export function getEndText(lessons: readonly Lesson[], current: Lesson): string {
  const following = lessons[lessons.indexOf(current) + 1]
  if (!following) return "You've reached the last lesson"
  if (following.locked_reason === 'not_enrolled') return 'End of the preview'
  const isNextToDo = lessons.find(({ isCompleted }) => !isCompleted) === current
  return following.locked_reason === 'in_order' && isNextToDo
    ? 'Complete this lesson to open the next'
    : 'The next lesson isn’t open yet'
}

export function findNextLesson(lessons: readonly Lesson[], current: Lesson): Lesson | undefined {
  return lessons.slice(lessons.indexOf(current) + 1).find(isUnlocked)
}

export function findPreviousLesson(lessons: readonly Lesson[], current: Lesson): Lesson | undefined {
  return lessons.slice(0, lessons.indexOf(current)).findLast(isUnlocked)
}

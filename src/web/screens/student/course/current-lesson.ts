import type { Lesson } from '#contract/schemas/courses.ts'

/** Lessons without an address are not open to this student. */
export const isUnlocked = (lesson: Lesson) => lesson.url !== ''

/**
 * The lesson to show: the one that the address names, if it is open; else the first open one not yet completed; else
 * the first open one; undefined when none is.
 */
export function findCurrentLesson(lessons: readonly Lesson[], lessonId: string | null): Lesson | undefined {
  const unlocked = lessons.filter(isUnlocked)
  return (
    unlocked.find(({ material_id }) => String(material_id) === lessonId) ??
    unlocked.find(({ isCompleted }) => !isCompleted) ??
    unlocked[0]
  )
}

export function findNextLesson(lessons: readonly Lesson[], current: Lesson): Lesson | undefined {
  return lessons.slice(lessons.indexOf(current) + 1).find(isUnlocked)
}

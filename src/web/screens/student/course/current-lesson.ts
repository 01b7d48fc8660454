import type { Lesson } from '#contract/schemas/courses.ts'

/** Lessons without an address are not open to this student. */
export const isOpen = (lesson: Lesson) => lesson.url !== ''

/**
 * The lesson to show: the one that the address names, if it is open; else the first open one not yet completed; else
 * the first open one; undefined when none is.
 */
export function currentLesson(lessons: readonly Lesson[], named: string | null): Lesson | undefined {
  const open = lessons.filter(isOpen)
  return (
    open.find(({ material_id }) => String(material_id) === named) ??
    open.find(({ isCompleted }) => !isCompleted) ??
    open[0]
  )
}

export function nextLesson(lessons: readonly Lesson[], current: Lesson): Lesson | undefined {
  return lessons.slice(lessons.indexOf(current) + 1).find(isOpen)
}

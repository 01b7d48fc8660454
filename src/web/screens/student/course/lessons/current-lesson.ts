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

export function findNextLesson(lessons: readonly Lesson[], current: Lesson): Lesson | undefined {
  return lessons.slice(lessons.indexOf(current) + 1).find(isUnlocked)
}

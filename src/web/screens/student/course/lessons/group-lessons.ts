import type { Lesson } from '#contract/schemas/courses.ts'
import type { Section } from '#contract/schemas/learning/sections.ts'

export interface LessonGroup {
  /** Null for the lessons before all sections. */
  section: Section | null
  lessons: Lesson[]
  /** Of its first lesson, in the whole course. */
  firstNumber: number
}

/** Without empty groups, except sections that have no lessons yet. */
export function groupLessons(sections: readonly Section[], lessons: readonly Lesson[]): LessonGroup[] {
  const known = new Set(sections.map(({ section_id }) => section_id))
  const isOutside = ({ section_id }: Lesson) => section_id === null || !known.has(section_id)
  const groups = [
    { section: null, lessons: lessons.filter(isOutside) },
    ...sections.map((section) => ({
      section,
      lessons: lessons.filter(({ section_id }) => section_id === section.section_id),
    })),
  ].filter(({ section, lessons: own }) => section !== null || own.length > 0)
  let firstNumber = 1
  return groups.map((group) => {
    const numbered = { ...group, firstNumber }
    firstNumber += group.lessons.length
    return numbered
  })
}

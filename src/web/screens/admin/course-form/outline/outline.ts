import type { CourseValues, SectionValues } from '../values/course-values.ts'
import type { LessonValues } from '../values/lesson-values.ts'

/** A row of the outline: a section's heading or a lesson, with its index among its kind. */
export interface OutlineRow {
  type: 'section' | 'lesson'
  key: string
  index: number
}

type Rows = readonly Pick<OutlineRow, 'type' | 'key'>[]
type Content = Pick<CourseValues, 'sections' | 'materials'>

/** One row after the other: the lessons before all sections, then each section with its lessons. */
export function toOutline({ sections, materials }: Content): OutlineRow[] {
  const keys = new Set(sections.map(({ key }) => key))
  const getLessons = (sectionKey: string | null) =>
    materials.flatMap(({ key, sectionKey: own }, index): OutlineRow[] =>
      (own !== null && keys.has(own) ? own : null) === sectionKey ? [{ type: 'lesson', key, index }] : [],
    )
  return [
    ...getLessons(null),
    ...sections.flatMap(({ key }, index): OutlineRow[] => [{ type: 'section', key, index }, ...getLessons(key)]),
  ]
}

/** The sections and lessons in the order of the rows. Rows that are left out are removed. */
function fromOutline(rows: Rows, { sections, materials }: Content): Content {
  const sectionsByKey = new Map(sections.map((section) => [section.key, section]))
  const lessonsByKey = new Map(materials.map((lesson) => [lesson.key, lesson]))
  const result: { sections: SectionValues[]; materials: LessonValues[] } = { sections: [], materials: [] }
  for (const { key } of rows) {
    const [section, lesson] = [sectionsByKey.get(key), lessonsByKey.get(key)]
    if (section) result.sections.push(section)
    if (lesson) result.materials.push({ ...lesson, sectionKey: result.sections.at(-1)?.key ?? null })
  }
  return result
}

/** Moves a row to another row's place: a lesson alone, a section with its lessons. */
export function moveRow(content: Content, key: string, to: number): Content {
  const rows = toOutline(content)
  const from = rows.findIndex((row) => row.key === key)
  const row = rows[from]
  if (!row || to < 0 || to >= rows.length || to === from) return content
  if (row.type === 'lesson') {
    const others = rows.toSpliced(from, 1)
    return fromOutline(others.toSpliced(to, 0, row), content)
  }
  // A section goes where the section of that row is. Lessons before all sections stay there.
  const target = rows.slice(0, to + 1).findLast(({ type }) => type === 'section')?.index ?? 0
  const section = content.sections[row.index]
  if (!section) return content
  const sections = content.sections.toSpliced(row.index, 1).toSpliced(target, 0, section)
  return fromOutline(toOutline({ ...content, sections }), { ...content, sections })
}

/** Removes a section's heading, so that its lessons join what comes before. */
export function removeSection(content: Content, key: string): Content {
  return fromOutline(
    toOutline(content).filter((row) => row.key !== key),
    content,
  )
}

/** Where a lesson goes that is added to the end of a section. */
export function getInsertIndex(content: Content, sectionKey: string | null): number {
  const rows = toOutline(content)
  const start = sectionKey === null ? -1 : rows.findIndex(({ key }) => key === sectionKey)
  const end = rows.findIndex(({ type }, index) => index > start && type === 'section')
  return rows.slice(0, end < 0 ? rows.length : end).filter(({ type }) => type === 'lesson').length
}

import { CATEGORIES, type Category } from '#contract/categories.ts'
import type { CallInput, CallOutput } from '#contract/contract.ts'
import type { CourseForm } from '#contract/schemas/admin-courses.ts'
import type { CourseDetails } from '#contract/schemas/learning/course-details.ts'
import type { SavedRecord } from '#web/features/versioned-form/use-form-baseline.ts'
import { type LessonValues, newKey, toLessonValues, toMaterialInput, toSectionKey } from './lesson-values.ts'

type CourseInput = CallInput<'addCourse'>

export interface SectionValues {
  /** Stable while the section is in the form, through moves and saves. */
  key: string
  /** The section_id, or null for a new section. */
  id: number | null
  title: string
  opens_after_days: number | null
  opens_date: string | null
}

/** Amounts as typed, tabs separated by spaces. */
export type CourseValues = Pick<CourseInput, 'title' | 'description' | 'category' | 'tabs'> & {
  price: string
  discount: string
  public: boolean
  details: CourseDetails
  lesson_order: CourseForm['lesson_order']
  prerequisites: CourseForm['prerequisites']
  sections: SectionValues[]
  /** Section by section. */
  materials: LessonValues[]
}

/** As the schema has them, which is not loaded with the form. */
const NO_DETAILS: CourseDetails = {
  ...{ pitch: '', outcomes: [], requirements: [], level: '', language: '', faq: [] },
  ...{ instructor_name: '', instructor_bio: '' },
}

export const NEW_COURSE: CourseValues = {
  title: '',
  description: '',
  price: '0',
  discount: '0',
  // Not chosen yet: the schema rejects it.
  category: '' as Category,
  tabs: '',
  public: false,
  details: NO_DETAILS,
  lesson_order: 'free',
  prerequisites: [],
  sections: [],
  materials: [],
}

export function newSection(): SectionValues {
  return { key: newKey(), id: null, title: '', opens_after_days: null, opens_date: null }
}

export function findLessonIndex(lessons: readonly LessonValues[], key: string): number {
  return lessons.findIndex((lesson) => lesson.key === key)
}

export function toCourseRecord(loaded: CourseForm): SavedRecord<CourseValues> {
  const { course, materials, sections, version } = loaded
  const reportedIds = new Set(
    course.broken_lessons.filter(({ problem }) => problem === 'reported').map(({ material_id }) => material_id),
  )
  const values: CourseValues = {
    title: course.title,
    description: course.description,
    price: String(course.price),
    discount: String(course.discount),
    category: CATEGORIES.find((category) => category === course.category) ?? CATEGORIES[0],
    tabs: course.tabs.split(',').join(' '),
    public: course.public,
    details: loaded.details,
    lesson_order: loaded.lesson_order,
    prerequisites: loaded.prerequisites,
    sections: sections.map(({ section_id, ...section }) => ({
      key: toSectionKey(section_id) ?? '',
      id: section_id,
      ...section,
    })),
    materials: materials.map((material) => toLessonValues(material, reportedIds.has(material.material_id))),
  }
  return { id: course.course_id, version, values }
}

/** The save's input without the acting admin's fields. */
export function toCourseInput(values: CourseValues): CourseInput {
  return {
    ...values,
    details: trimDetails(values.details),
    prerequisites: values.prerequisites.map(({ course_id, blocking }) => ({ course_id, blocking })),
    sections: values.sections.map(({ id, title, opens_after_days, opens_date }) => ({
      id,
      title,
      opens_after_days,
      opens_date,
    })),
    materials: values.materials.map((lesson) => {
      const section = values.sections.findIndex(({ key }) => key === lesson.sectionKey)
      return { ...toMaterialInput(lesson, section < 0 ? null : section), lesson_count: values.materials.length }
    }),
  }
}

/** Lines that were added and left empty are not saved. */
export const trimDetails = (details: CourseDetails): CourseDetails => ({
  ...details,
  outcomes: details.outcomes.filter((line) => line.trim() !== ''),
  requirements: details.requirements.filter((line) => line.trim() !== ''),
})

/** Gives what a save created its ids; keys stay. @param result has the ids in the order of `sent` */
export function assignIds(
  values: CourseValues,
  sent: CourseValues,
  { lesson_ids, section_ids }: CallOutput<'addCourse'>,
): CourseValues {
  const lessonIds = new Map(sent.materials.map(({ key }, index) => [key, lesson_ids[index] ?? null]))
  const sectionIds = new Map(sent.sections.map(({ key }, index) => [key, section_ids[index] ?? null]))
  return {
    ...values,
    sections: values.sections.map((section) => ({ ...section, id: sectionIds.get(section.key) ?? section.id })),
    materials: values.materials.map((lesson) => ({ ...lesson, id: lessonIds.get(lesson.key) ?? lesson.id })),
  }
}

/** Lessons and sections that the latest version has removed are added as new ones. */
export function rebaseOnLatest(values: CourseValues, latest: CourseValues): CourseValues {
  const lessonIds = new Set(latest.materials.map(({ id }) => id))
  const sectionIds = new Set(latest.sections.map(({ id }) => id))
  return {
    ...values,
    sections: values.sections.map((section) => (sectionIds.has(section.id) ? section : { ...section, id: null })),
    materials: values.materials.map((lesson) => (lessonIds.has(lesson.id) ? lesson : { ...lesson, id: null })),
  }
}

/** Without duplicates. */
export function parseTabs(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter(Boolean))]
}

import { CATEGORIES, type Category } from '#contract/choices.ts'
import type { CallInput } from '#contract/contract.ts'
import type { CourseForm } from '#contract/schemas/admin-courses.ts'

type CourseInput = CallInput<'addCourse'>
type MaterialInput = CourseInput['materials'][number]

/** A lesson as the form has it. */
export interface LessonValues {
  /** Its own for as long as it is in the form, however often it is moved or saved. */
  key: string
  /** Its material_id, null for a new one. */
  id: number | null
  title: string
  subtitle: string
  url: string
  /** Seconds; NaN stands for what cannot be read as minutes and seconds. */
  duration: number | null
  preview: boolean
  captions: string
}

/** A course as the form has it: amounts as they are typed, tabs with spaces. */
export type CourseValues = Pick<CourseInput, 'title' | 'description' | 'category' | 'tabs'> & {
  price: string
  discount: string
  public: boolean
  materials: LessonValues[]
}

/** What a new course's form starts from. */
export const NEW_COURSE: CourseValues = {
  title: '',
  description: '',
  price: '0',
  discount: '0',
  // None is chosen yet, which the schema refuses.
  category: '' as Category,
  tabs: '',
  public: true,
  materials: [],
}

let lessonCounter = 0

export function newLesson(): LessonValues {
  return {
    key: `new-${Date.now()}-${++lessonCounter}`,
    id: null,
    title: '',
    subtitle: '',
    url: '',
    duration: null,
    preview: false,
    captions: '',
  }
}

/** What the form of a course starts from. */
export function toCourseValues({ course, materials }: CourseForm): CourseValues {
  return {
    title: course.title,
    description: course.description,
    price: String(course.price),
    discount: String(course.discount),
    category: CATEGORIES.find((category) => category === course.category) ?? CATEGORIES[0],
    tabs: course.tabs.split(',').join(' '),
    public: course.public,
    materials: materials.map(({ material_id, title, subtitle, url, duration, preview, captions }) => ({
      // The same after each save and each reload: what is open stays open.
      key: `lesson-${material_id}`,
      id: material_id,
      title,
      subtitle,
      url,
      duration,
      preview,
      captions,
    })),
  }
}

/** What travels, less who sends it. */
export function toCourseInput(values: CourseValues): CourseInput {
  return {
    ...values,
    materials: values.materials.map(({ id, title, subtitle, url, duration, preview, captions }): MaterialInput => ({
      id,
      title,
      subtitle,
      url,
      duration,
      preview,
      captions,
      lesson_count: values.materials.length,
    })),
  }
}

/**
 * The form's values after a save that made new lessons: each knows its number now, and keeps its key.
 * @param sent what was saved, whose lessons are in the order of the saved ones
 */
export function assignLessonIds(values: CourseValues, sent: CourseValues, saved: CourseForm): CourseValues {
  const ids = new Map(sent.materials.map(({ key }, index) => [key, saved.materials[index]?.material_id ?? null]))
  return {
    ...values,
    materials: values.materials.map((lesson) => ({ ...lesson, id: ids.get(lesson.key) ?? lesson.id })),
  }
}

/** Mine over theirs: a lesson that they have removed meanwhile is a new one again. */
export function rebaseOnLatest(values: CourseValues, latestVersion: CourseForm): CourseValues {
  const existingIds = new Set(latestVersion.materials.map(({ material_id }) => material_id))
  return {
    ...values,
    materials: values.materials.map((lesson) =>
      lesson.id !== null && existingIds.has(lesson.id) ? lesson : { ...lesson, id: null },
    ),
  }
}

export const areValuesEqual = (one: CourseValues, other: CourseValues) => JSON.stringify(one) === JSON.stringify(other)

/** The words of the tabs, each once. */
export function parseTabs(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter(Boolean))]
}

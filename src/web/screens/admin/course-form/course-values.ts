import { CATEGORIES, type Category } from '#contract/categories.ts'
import type { CallInput } from '#contract/contract.ts'
import type { CourseForm } from '#contract/schemas/admin-courses.ts'
import type { SavedRecord } from '#web/features/versioned-form/use-form-baseline.ts'

type CourseInput = CallInput<'addCourse'>
type MaterialInput = CourseInput['materials'][number]

export interface LessonValues {
  /** Stable while the lesson is in the form, through moves and saves. */
  key: string
  /** The material_id, or null for a new lesson. */
  id: number | null
  title: string
  subtitle: string
  url: string
  /** Seconds; NaN for text that is not minutes and seconds. */
  duration: number | null
  preview: boolean
  captions: string
  /** The address that a student's player could not play, if one did report it. */
  reportedUrl: string | null
}

/** Amounts as typed, tabs separated by spaces. */
export type CourseValues = Pick<CourseInput, 'title' | 'description' | 'category' | 'tabs'> & {
  price: string
  discount: string
  public: boolean
  materials: LessonValues[]
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
    reportedUrl: null,
  }
}

export function findLessonIndex(lessons: readonly LessonValues[], key: string): number {
  return lessons.findIndex((lesson) => lesson.key === key)
}

export function toCourseRecord({ course, materials, version }: CourseForm): SavedRecord<CourseValues> {
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
    materials: materials.map(({ material_id, title, subtitle, url, duration, preview, captions }) => ({
      // The same after every load, so that open lessons stay open.
      key: `lesson-${material_id}`,
      id: material_id,
      title,
      subtitle,
      url,
      duration,
      preview,
      captions,
      reportedUrl: reportedIds.has(material_id) ? url : null,
    })),
  }
  return { id: course.course_id, version, values }
}

/** The save's input without the acting admin's fields. */
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
 * Gives lessons that a save created their ids; they keep their keys.
 * @param lessonIds of the saved lessons, in the order of `sent`
 */
export function assignLessonIds(values: CourseValues, sent: CourseValues, lessonIds: readonly number[]): CourseValues {
  const ids = new Map(sent.materials.map(({ key }, index) => [key, lessonIds[index] ?? null]))
  return {
    ...values,
    materials: values.materials.map((lesson) => ({ ...lesson, id: ids.get(lesson.key) ?? lesson.id })),
  }
}

/** Lessons that the latest version has removed are added as new ones. */
export function rebaseOnLatest(values: CourseValues, latest: CourseValues): CourseValues {
  const existingIds = new Set(latest.materials.map(({ id }) => id))
  return {
    ...values,
    materials: values.materials.map((lesson) => (existingIds.has(lesson.id) ? lesson : { ...lesson, id: null })),
  }
}

/** Without duplicates. */
export function parseTabs(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/).filter(Boolean))]
}

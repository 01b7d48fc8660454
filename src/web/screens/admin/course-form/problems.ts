import type { FieldErrors, FieldPath } from 'react-hook-form'
import type { CourseValues } from './course-values.ts'

export interface Problem {
  name: FieldPath<CourseValues>
  /** The lesson it is in. */
  lesson: number | null
  text: string
}

const FIELDS = ['title', 'category', 'tabs', 'description'] as const
const OF_LESSON = ['title', 'subtitle', 'url', 'duration', 'captions'] as const
const AMOUNTS = ['price', 'discount'] as const

/** What is wrong with the form, from top to bottom. */
export function problemsOf(errors: FieldErrors<CourseValues>): Problem[] {
  const of = (names: readonly (keyof CourseValues)[]): Problem[] =>
    names.flatMap((name) => (errors[name]?.message ? [{ name, lesson: null, text: String(errors[name].message) }] : []))
  const lessons = Array.isArray(errors.materials) ? (errors.materials as FieldErrors<CourseValues>['materials'][]) : []
  const inLessons = lessons.flatMap((_, index): Problem[] => {
    const wrong = errors.materials?.[index]
    return OF_LESSON.flatMap((name) => {
      const text = name === 'duration' ? 'Duration is minutes and seconds' : wrong?.[name]?.message
      return wrong?.[name]
        ? [{ name: `materials.${index}.${name}`, lesson: index, text: `Lesson ${index + 1}: ${text}` }]
        : []
    })
  })
  const ofList =
    errors.materials?.root?.message ?? (Array.isArray(errors.materials) ? undefined : errors.materials?.message)
  return [
    ...of(FIELDS),
    ...inLessons,
    ...(ofList ? [{ name: 'materials' as const, lesson: null, text: ofList }] : []),
    ...of(AMOUNTS),
  ]
}

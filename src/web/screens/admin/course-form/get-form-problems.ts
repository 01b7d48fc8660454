import type { FieldErrors, FieldPath } from 'react-hook-form'
import type { CourseValues } from './course-values.ts'

export interface FormProblem {
  name: FieldPath<CourseValues>
  /** Index of its lesson. */
  lesson: number | null
  text: string
}

const FIELDS = ['title', 'category', 'tabs', 'description'] as const
const LESSON_FIELDS = ['title', 'subtitle', 'url', 'duration', 'captions'] as const
const AMOUNTS = ['price', 'discount'] as const

/** The form's errors from top to bottom. */
export function getFormProblems(errors: FieldErrors<CourseValues>): FormProblem[] {
  const getFieldProblems = (names: readonly (keyof CourseValues)[]): FormProblem[] =>
    names.flatMap((name) => (errors[name]?.message ? [{ name, lesson: null, text: String(errors[name].message) }] : []))
  const lessons = Array.isArray(errors.materials) ? (errors.materials as FieldErrors<CourseValues>['materials'][]) : []
  const lessonProblems = lessons.flatMap((_, index): FormProblem[] => {
    const lessonErrors = errors.materials?.[index]
    return LESSON_FIELDS.flatMap((name) => {
      const text = name === 'duration' ? 'Enter the duration as minutes and seconds' : lessonErrors?.[name]?.message
      return lessonErrors?.[name]
        ? [{ name: `materials.${index}.${name}`, lesson: index, text: `Lesson ${index + 1}: ${text}` }]
        : []
    })
  })
  const listError =
    errors.materials?.root?.message ?? (Array.isArray(errors.materials) ? undefined : errors.materials?.message)
  return [
    ...getFieldProblems(FIELDS),
    ...lessonProblems,
    ...(listError ? [{ name: 'materials' as const, lesson: null, text: listError }] : []),
    ...getFieldProblems(AMOUNTS),
  ]
}

import type { FieldErrors, FieldPath } from 'react-hook-form'
import type { CourseValues } from './course-values.ts'

export interface FormProblem {
  name: FieldPath<CourseValues>
  /** Index of its lesson. */
  lesson: number | null
  /** Names the field. Its error stands at the field itself. */
  label: string
}

const FIELDS = [
  ['title', 'Title'],
  ['category', 'Category'],
  ['tabs', 'Tabs'],
  ['description', 'Description'],
] as const
const LESSON_FIELDS = [
  ['title', 'Title'],
  ['subtitle', 'Subtitle'],
  ['url', 'Video URL'],
  ['duration', 'Duration'],
  ['captions', 'Captions'],
] as const
const SIDE_FIELDS = [
  ['price', 'Price'],
  ['discount', 'Discount'],
  ['public', 'Public'],
] as const

/** The fields with errors, from top to bottom. */
export function getFormProblems(errors: FieldErrors<CourseValues>): FormProblem[] {
  const getFieldProblems = (fields: readonly (readonly [keyof CourseValues, string])[]): FormProblem[] =>
    fields.flatMap(([name, label]) => (errors[name] ? [{ name, lesson: null, label }] : []))
  const lessons = Array.isArray(errors.materials) ? (errors.materials as FieldErrors<CourseValues>['materials'][]) : []
  const lessonProblems = lessons.flatMap((_, index): FormProblem[] =>
    LESSON_FIELDS.flatMap(([name, label]) =>
      errors.materials?.[index]?.[name]
        ? [{ name: `materials.${index}.${name}`, lesson: index, label: `Lesson ${index + 1}: ${label}` }]
        : [],
    ),
  )
  return [
    ...getFieldProblems(FIELDS),
    ...lessonProblems,
    ...(getListError(errors) ? [{ name: 'materials' as const, lesson: null, label: 'Materials' }] : []),
    ...getFieldProblems(SIDE_FIELDS),
  ]
}

/** The error of the list of lessons as a whole. */
export function getListError({ materials }: FieldErrors<CourseValues>): string | undefined {
  return materials?.root?.message ?? (Array.isArray(materials) ? undefined : materials?.message)
}

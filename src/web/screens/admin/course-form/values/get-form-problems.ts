import type { FieldErrors } from 'react-hook-form'
import type { LessonKind } from '#contract/choices.ts'
import type { CourseValues } from './course-values.ts'
import type { LessonValues } from './lesson-values.ts'

export interface FormProblem {
  /** The path of its field. */
  name: string
  tab: FormTab
  /** Index of its lesson or section, which has to be open. */
  lesson: number | null
  section?: number
  /** Names the field. Its error stands at the field itself. */
  label: string
}

export const FORM_TABS = ['content', 'page', 'settings'] as const
export type FormTab = (typeof FORM_TABS)[number]

const FIELDS = [
  ['title', 'Title'],
  ['category', 'Category'],
  ['tabs', 'Tabs'],
  ['description', 'Description'],
] as const
const SIDE_FIELDS = [
  ['price', 'Price'],
  ['discount', 'Discount'],
  ['public', 'Public'],
] as const
const SECTION_FIELDS = [
  ['title', 'Title'],
  ['opens_after_days', 'Days after enrolling'],
  ['opens_date', 'Date'],
] as const
const DETAIL_FIELDS = [
  ['pitch', 'Pitch'],
  ['outcomes', 'What students will learn'],
  ['requirements', 'Requirements'],
  ['level', 'Level'],
  ['language', 'Language'],
  ['faq', 'Questions and answers'],
  ['instructor_name', 'Instructor’s name'],
  ['instructor_bio', 'About the instructor'],
] as const

/** The fields with errors, from top to bottom. */
export function getFormProblems(errors: FieldErrors<CourseValues>, lessons: readonly LessonValues[]): FormProblem[] {
  const getFieldProblems = (fields: readonly (readonly [keyof CourseValues, string])[]): FormProblem[] =>
    fields.flatMap(([name, label]) => (errors[name] ? [{ name, tab: 'content', lesson: null, label }] : []))
  return [
    ...getFieldProblems(FIELDS),
    ...getSectionProblems(errors),
    ...lessons.flatMap(({ kind }, index): FormProblem[] => getLessonProblems(errors.materials?.[index], index, kind)),
    ...(getListError(errors) ? [{ name: 'materials', tab: 'content' as const, lesson: null, label: 'Materials' }] : []),
    ...getFieldProblems(SIDE_FIELDS),
    ...DETAIL_FIELDS.flatMap(([name, label]): FormProblem[] =>
      errors.details?.[name] ? [{ name: `details.${name}`, tab: 'page', lesson: null, label }] : [],
    ),
    ...(errors.prerequisites
      ? [{ name: 'prerequisites', tab: 'settings' as const, lesson: null, label: 'Prerequisites' }]
      : []),
  ]
}

function getSectionProblems({ sections }: FieldErrors<CourseValues>): FormProblem[] {
  if (!Array.isArray(sections)) return []
  return sections.flatMap((_, index) =>
    SECTION_FIELDS.flatMap(([field, label]): FormProblem[] =>
      (sections as FieldErrors<CourseValues>['sections'])?.[index]?.[field]
        ? [
            {
              ...{ name: `sections.${index}.${field}`, tab: 'content', lesson: null, section: index },
              label: `Section ${index + 1}: ${label}`,
            },
          ]
        : [],
    ),
  )
}

const URL_LABELS: Record<LessonKind, string> = {
  video: 'Video URL',
  file: 'File',
  embed: 'Link',
  article: 'Link',
  quiz: 'Link',
  assignment: 'Link',
}

/** The problems of one lesson, from top to bottom. */
export function getLessonProblems(
  errors: FieldErrors<LessonValues> | undefined,
  index: number,
  kind: LessonKind,
): (FormProblem & { message: string })[] {
  if (!errors) return []
  const fields = [
    ['title', 'Title'],
    ['subtitle', 'Subtitle'],
    ['url', URL_LABELS[kind]],
    ['file_name', 'File name'],
    ['content', kind === 'assignment' ? 'Task' : 'Article'],
    ['duration', 'Duration'],
    ['captions', 'Captions'],
    ['completion', 'Completed'],
    ['watch_percent', 'Percent to watch'],
  ] as const
  const toProblem = (path: string, label: string, message: string) => ({
    ...{ name: `materials.${index}.${path}`, tab: 'content' as const, lesson: index, message },
    label: `Lesson ${index + 1}: ${label}`,
  })
  const own = fields.flatMap(([field, label]) => {
    const error = errors[field]
    if (!error) return []
    const message = field === 'duration' ? 'Enter the duration as minutes and seconds' : error.message
    return [toProblem(field, label, message ?? 'Check this lesson')]
  })
  const quiz = findQuizError(errors.quiz)
  return quiz ? [...own, toProblem(`quiz${quiz.path}`, describeQuizPath(quiz.path), quiz.message)] : own
}

/** The first message in a tree of errors, and where it is. */
export function findFirstError(errors: unknown, path = ''): { path: string; message: string } | null {
  if (typeof errors !== 'object' || errors === null) return null
  if ('message' in errors && typeof errors.message === 'string') return { path, message: errors.message }
  for (const [name, value] of Object.entries(errors)) {
    if (name === 'ref') continue
    const found = findFirstError(value, name === 'root' ? path : `${path}.${name}`)
    if (found) return found
  }
  return null
}

/** A question's text comes before its answers, which have one error for all of them. */
function findQuizError(errors: unknown): ReturnType<typeof findFirstError> {
  const found = findFirstError(errors)
  const question = found && /^\.questions\.\d+/.exec(found.path)?.[0]
  if (!found || !question) return found
  const list = typeof errors === 'object' && errors !== null && 'questions' in errors ? errors.questions : []
  const own: unknown = Array.isArray(list) ? list[Number(question.split('.')[2])] : undefined
  const text = typeof own === 'object' && own !== null && 'text' in own ? findFirstError(own.text) : null
  if (text) return { path: `${question}.text`, message: text.message }
  return { ...found, path: found.path.replace(/\.(options|correct|accepted|pairs|tolerance)\b.*/, '.answers') }
}

function describeQuizPath(path: string): string {
  const question = /^\.questions\.(\d+)/.exec(path)?.[1]
  return question === undefined ? 'Quiz' : `Question ${Number(question) + 1}`
}

/** The error of the list of lessons as a whole. */
export function getListError({ materials }: FieldErrors<CourseValues>): string | undefined {
  return materials?.root?.message ?? (Array.isArray(materials) ? undefined : materials?.message)
}

import type { CompletionRule, LessonKind } from '#contract/choices.ts'
import type { CallInput } from '#contract/contract.ts'
import { COMPLETION_BY_KIND } from '#contract/lesson-rules.ts'
import type { CourseForm } from '#contract/schemas/admin-courses.ts'
import type { Quiz } from '#contract/schemas/learning/quiz-input.ts'

export type MaterialInput = CallInput<'addCourse'>['materials'][number]
type Material = CourseForm['materials'][number]

export interface LessonValues {
  /** Stable while the lesson is in the form, through moves and saves. */
  key: string
  /** The material_id, or null for a new lesson. */
  id: number | null
  /** Of its section; null before all of them. */
  sectionKey: string | null
  kind: LessonKind
  title: string
  subtitle: string
  url: string
  /** Seconds; NaN for text that is not minutes and seconds. */
  duration: number | null
  preview: boolean
  captions: string
  /** HTML of an article or an assignment's task. */
  content: string
  file_name: string
  quiz: Quiz | null
  submission_form: Material['submission_form']
  completion: CompletionRule
  watch_percent: number | null
  /** The address that a student's player could not play, if one did report it. */
  reportedUrl: string | null
}

let counter = 0

/** For what has no id yet. */
export const newKey = () => `new-${Date.now()}-${++counter}`

const NEW_QUIZ: Quiz = {
  ...{ pass_mark: 70, max_attempts: null, time_limit_s: null, answers_shown: 'end', shuffle: false, pools: [] },
  questions: [],
}

export function newLesson(kind: LessonKind = 'video', sectionKey: string | null = null): LessonValues {
  return {
    ...{ key: newKey(), id: null, sectionKey, kind },
    ...{ title: '', subtitle: '', url: '', duration: null, preview: false, captions: '', content: '', file_name: '' },
    quiz: kind === 'quiz' ? NEW_QUIZ : null,
    submission_form: 'both',
    completion: COMPLETION_BY_KIND[kind][0],
    watch_percent: null,
    reportedUrl: null,
  }
}

export const toSectionKey = (id: number | null) => (id === null ? null : `section-${id}`)

/** @param isReported whether a student could not play it */
export function toLessonValues(material: Material, isReported: boolean): LessonValues {
  const { material_id, section_id, kind, title, subtitle, url, duration, preview, captions, content } = material
  return {
    // The same after every load, so that the open lesson stays open.
    ...{ key: `lesson-${material_id}`, id: material_id, sectionKey: toSectionKey(section_id), kind },
    ...{ title, subtitle, url, duration, preview, captions, content },
    file_name: material.file_name,
    quiz: material.quiz,
    submission_form: material.submission_form,
    completion: material.completion,
    watch_percent: material.watch_percent,
    reportedUrl: isReported ? url : null,
  }
}

/** @param section its index, or null */
export function toMaterialInput(lesson: LessonValues, section: number | null): MaterialInput {
  const { key: _key, sectionKey: _sectionKey, reportedUrl: _reportedUrl, ...input } = lesson
  return { ...input, section }
}

import { setImmediate } from 'node:timers/promises'
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types'
import type { LessonKind } from '#contract/choices.ts'
import { AppError } from '#contract/errors.ts'
import { canCountWatching, findLessonProblems } from '#contract/lesson-rules.ts'
import { isWebUrl, type LessonInput } from '#contract/schemas/course-form.ts'
import { lessons } from '#server/platform/db/schema.ts'
import { sanitizePostHtml } from '#server/platform/html/sanitize-post-html.ts'

/** What a save needs of the stored lessons. Content and quiz can be large, so they stay in the database. */
export const storedLessonColumns = {
  id: lessons.id,
  sectionId: lessons.sectionId,
  kind: lessons.kind,
  url: lessons.url,
  captions: lessons.captionsUrl,
  isPreview: lessons.isPreview,
  duration: lessons.durationSeconds,
  fileName: lessons.fileName,
  submissionForm: lessons.submissionForm,
  completion: lessons.completion,
  watchPercent: lessons.watchPercent,
}
export type StoredLesson = SelectResultFields<typeof storedLessonColumns>

/** Sanitizes all content, before the transaction and in pieces, because half a megabyte of HTML takes a while. */
export async function sanitizeLessons(materials: readonly LessonInput[]): Promise<LessonInput[]> {
  const sanitized: LessonInput[] = []
  for (const lesson of materials) {
    if (lesson.content === '') {
      sanitized.push(lesson)
      continue
    }
    sanitized.push({ ...lesson, content: sanitizePostHtml(lesson.content) })
    await setImmediate()
  }
  return sanitized
}

/** A lesson's columns as a save writes them, without its place. */
export type LessonValues = ReturnType<typeof toLessonValues>

/**
 * Merges a submitted lesson with the stored one. A client that sends no kind, such as one written to the spec, keeps
 * the kind and everything that belongs to it. Throws invalid_input for what the kind does not allow.
 */
export function toLessonValues(input: LessonInput, stored: StoredLesson | undefined) {
  const keepsKind = stored !== undefined && input.kind === undefined
  const merged = keepsKind ? { ...input, ...keepKind(input, stored) } : input
  const kind = merged.kind ?? 'video'
  const values = { ...merged, ...dropOtherKinds({ ...merged, kind }), duration: merged.duration ?? null }
  // Kept content and quizzes were valid when they were stored, and sanitizing can empty an article.
  const problem = findLessonProblems(values, isWebUrl).find(({ path }) => !keepsKind || path === 'url')
  if (problem) throw new AppError('invalid_input', { text: problem.message })
  return { ...values, keepsKind }
}

function keepKind(input: LessonInput, stored: StoredLesson) {
  const { kind, fileName, submissionForm, completion, watchPercent } = stored
  const url = kind === 'video' ? input.url : stored.url
  const duration = input.duration === undefined && url === stored.url ? stored.duration : input.duration
  const isCompletable = completion !== 'watched' || canCountWatching(duration)
  return {
    ...{ kind, url, duration, file_name: fileName, submission_form: submissionForm },
    preview: input.preview ?? stored.isPreview,
    // Captions belong to their video.
    captions: input.captions ?? (url === stored.url ? stored.captions : ''),
    completion: isCompletable ? completion : ('manual' as const),
    watch_percent: isCompletable ? watchPercent : null,
  }
}

const HAS_URL: readonly LessonKind[] = ['video', 'file', 'embed']
const HAS_CONTENT: readonly LessonKind[] = ['article', 'assignment']

/** Empties what the kind does not have, and fills in what was not sent. */
function dropOtherKinds(lesson: LessonInput & { kind: LessonKind }) {
  const { kind } = lesson
  return {
    kind,
    url: HAS_URL.includes(kind) ? lesson.url : '',
    preview: lesson.preview ?? false,
    captions: kind === 'video' ? (lesson.captions ?? '') : '',
    content: HAS_CONTENT.includes(kind) ? lesson.content : '',
    file_name: kind === 'file' ? lesson.file_name : '',
    quiz: kind === 'quiz' ? lesson.quiz : null,
    submission_form: kind === 'assignment' ? lesson.submission_form : ('both' as const),
    watch_percent: lesson.completion === 'watched' ? lesson.watch_percent : null,
  }
}

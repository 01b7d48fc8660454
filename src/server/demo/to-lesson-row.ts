import { quizInput } from '#contract/schemas/learning/quiz-input.ts'
import { sanitizePostHtml } from '#server/platform/html/sanitize-post-html.ts'
import type { lessons } from '#server/platform/db/schema.ts'
import type { DemoFiles } from './copy-demo-files.ts'
import type { DemoLesson, DemoVideo } from './demo-academy.ts'
import { writeCaptions } from './write-captions.ts'

type LessonRow = Omit<typeof lessons.$inferInsert, 'courseId' | 'place'>

export function toLessonRow(lesson: DemoLesson, files: DemoFiles): LessonRow {
  const { title, subtitle, preview = false } = lesson
  return { url: '', ...{ title, subtitle, isPreview: preview }, ...getContent(lesson, files) }
}

function getContent(lesson: DemoLesson, files: DemoFiles): Partial<LessonRow> {
  switch (lesson.kind) {
    case undefined:
      return toVideo(lesson, files)
    case 'article':
      return { kind: 'article', content: sanitizePostHtml(lesson.content) }
    case 'file':
      return { kind: 'file', url: files.documents.get(lesson.file) ?? '', fileName: lesson.file }
    case 'embed':
      return { kind: 'embed', url: lesson.url }
    case 'quiz':
      return { kind: 'quiz', quiz: quizInput.parse(lesson.quiz), completion: 'passed' }
    case 'assignment':
      return {
        ...{ kind: 'assignment', content: sanitizePostHtml(lesson.content) },
        ...{ submissionForm: lesson.form, completion: 'accepted' },
      }
  }
}

function toVideo(lesson: DemoVideo, files: DemoFiles): Partial<LessonRow> {
  const video = files.videos.get(lesson.clip)
  if (!video) throw new Error(`The demo lesson ${lesson.clip} has no video`)
  return {
    url: video.url,
    durationSeconds: video.seconds,
    // The videos are silent: the captions are their text.
    captionsUrl: writeCaptions(files.folder, lesson, video.seconds),
    ...(lesson.watchPercent !== undefined && { completion: 'watched', watchPercent: lesson.watchPercent }),
  }
}

import type { LessonKind } from '#contract/choices.ts'
import type { AnyIconName } from '#web/ui/icons/any-icon.tsx'

export const LESSON_KIND_ICONS: Record<LessonKind, AnyIconName> = {
  video: 'play',
  article: 'article',
  file: 'file',
  embed: 'embed',
  quiz: 'quiz',
  assignment: 'pencil',
}

export const LESSON_KIND_NAMES: Record<LessonKind, string> = {
  video: 'Video',
  article: 'Article',
  file: 'File',
  embed: 'Interactive page',
  quiz: 'Quiz',
  assignment: 'Assignment',
}

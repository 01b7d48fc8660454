import type { LessonKind } from '#contract/choices.ts'
import type { AnyIconName } from '#web/ui/icons/any-icon.tsx'

export const KIND_LABELS: Record<LessonKind, string> = {
  video: 'Video',
  article: 'Article',
  file: 'File',
  embed: 'Embed',
  quiz: 'Quiz',
  assignment: 'Assignment',
}

export const KIND_ICONS: Record<LessonKind, AnyIconName> = {
  video: 'play',
  article: 'article',
  file: 'download',
  embed: 'monitor',
  quiz: 'list',
  assignment: 'pencil',
}

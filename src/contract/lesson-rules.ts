import type { CompletionRule, LessonKind } from './choices.ts'
import { toEmbedUrl } from './media/embeds.ts'

// What a lesson of each kind needs. The form and the server ask the same functions.

const VIDEO_FILE = /^\/uploads\/[0-9a-f]{32}\.(webm|mp4)$/
/** A PDF is shown in the page; another file is only ever downloaded. */
const DOCUMENT = /^\/uploads\/[0-9a-f]{32}\.(pdf|file)$/

/** What a file lesson's file may be called. It is sent as a download, but programs stay out all the same. */
export const DOCUMENT_EXTENSIONS = [
  ...['pdf', 'zip', 'csv', 'tsv', 'txt', 'md', 'json', 'xml', 'sql', 'ipynb', 'py', 'js', 'ts', 'java', 'c', 'cpp'],
  ...['html', 'css', 'png', 'jpg', 'jpeg', 'webp', 'gif', 'svg', 'mp3', 'm4a', 'ogg', 'wav', 'mp4', 'webm'],
  ...['docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'rtf', 'epub', 'fig', 'sketch', 'psd', 'blend', 'stl', '7z', 'gz'],
]

/** The first is a new lesson's. */
export const COMPLETION_BY_KIND: Record<LessonKind, readonly [CompletionRule, ...CompletionRule[]]> = {
  video: ['manual', 'watched'],
  article: ['manual'],
  file: ['manual'],
  embed: ['manual'],
  quiz: ['passed', 'manual'],
  assignment: ['accepted', 'manual'],
}

export const isDocumentUrl = (url: string) => DOCUMENT.test(url)
/** True for a document that browsers can show. */
export const isPdfUrl = (url: string) => isDocumentUrl(url) && url.endsWith('.pdf')

export function hasDocumentExtension(fileName: string): boolean {
  const extension = /[^.]\.([a-z0-9]+)$/i.exec(fileName)?.[1]
  return extension !== undefined && DOCUMENT_EXTENSIONS.includes(extension.toLowerCase())
}

/** True when HTML shows something to a reader. */
export const hasContent = (html: string) => /<img\b/i.test(html) || html.replaceAll(/<[^>]*>|&nbsp;|\s/g, '') !== ''

/** The player reports what was played, but only of a known length can it be enough. */
export const canCountWatching = (duration: number | null | undefined) => Boolean(duration && duration > 0)

interface LessonToCheck {
  kind: LessonKind
  url: string
  content: string
  file_name: string
  quiz: object | null
  completion: CompletionRule
  watch_percent: number | null
  duration?: number | null | undefined
}

interface LessonProblem {
  path: 'url' | 'content' | 'file_name' | 'quiz' | 'completion' | 'watch_percent'
  message: string
}

/** What keeps a lesson from being saved. @param isWebUrl checks a video's address */
export function findLessonProblems(lesson: LessonToCheck, isWebUrl: (url: string) => boolean): LessonProblem[] {
  return [...findContentProblems(lesson, isWebUrl), ...findCompletionProblems(lesson)]
}

function findContentProblems(
  { kind, url, content, file_name, quiz }: LessonToCheck,
  isWebUrl: (url: string) => boolean,
): LessonProblem[] {
  switch (kind) {
    case 'video':
      if (url === '') return [{ path: 'url', message: 'Enter a video URL or upload a file' }]
      if (VIDEO_FILE.test(url) || isWebUrl(url)) return []
      return [{ path: 'url', message: 'A video URL starts with http:// or https://' }]
    case 'article':
      return hasContent(content) ? [] : [{ path: 'content', message: 'Write the article' }]
    case 'file':
      if (!isDocumentUrl(url)) return [{ path: 'url', message: 'Upload a file' }]
      return hasDocumentExtension(file_name)
        ? []
        : [{ path: 'file_name', message: 'The file’s name needs a known ending, such as .pdf' }]
    case 'embed':
      if (url === '') return [{ path: 'url', message: 'Enter a link' }]
      return toEmbedUrl(url) ? [] : [{ path: 'url', message: 'This link can’t be embedded' }]
    case 'quiz':
      return quiz ? [] : [{ path: 'quiz', message: 'Add a question' }]
    case 'assignment':
      return hasContent(content) ? [] : [{ path: 'content', message: 'Describe the task' }]
  }
}

function findCompletionProblems({ kind, completion, watch_percent, duration }: LessonToCheck): LessonProblem[] {
  if (!COMPLETION_BY_KIND[kind].includes(completion))
    return [{ path: 'completion', message: 'A lesson of this kind can’t be completed that way' }]
  if (completion !== 'watched') return []
  if (!canCountWatching(duration))
    return [{ path: 'completion', message: 'Enter the video’s duration to count how much was watched' }]
  return watch_percent === null ? [{ path: 'watch_percent', message: 'Enter how much must be watched' }] : []
}

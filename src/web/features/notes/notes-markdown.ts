import type { Note } from '#contract/schemas/learning/notes.ts'
import { formatClock } from '#web/features/player/clock.ts'

interface NotesSource {
  title: string
  /** The course's address, without a query. */
  url: string
  lessons: readonly { material_id: number; title: string; kind: string }[]
  notes: readonly Note[]
}

/** A course's notes as a Markdown file. Their own text may be Markdown and stays as it is. */
export function toMarkdown({ title, url, lessons, notes }: NotesSource): string {
  const chapters = lessons.flatMap((lesson, index) => {
    const own = notes.filter(({ material_id }) => material_id === lesson.material_id)
    if (own.length === 0) return []
    const lines = own.map(({ seconds, text }) => {
      const link = `${url}?lesson=${lesson.material_id}${lesson.kind === 'video' ? `&t=${Math.floor(seconds)}` : ''}`
      const label = lesson.kind === 'video' ? formatClock(seconds) : 'Note'
      return `- [${label}](${link}) ${text.replaceAll('\n', '\n  ')}`
    })
    return [`## ${index + 1}. ${escapeLine(lesson.title)}\n\n${lines.join('\n')}`]
  })
  return `${[`# ${escapeLine(title)}`, ...chapters].join('\n\n')}\n`
}

/** A title is text, not Markdown. */
const escapeLine = (text: string) => text.replace(/[\\`*_[\]<>#]/g, '\\$&')

/** A file's name from a title, in any script. */
export const getNotesFileName = (title: string) =>
  `${
    title
      .replace(/[^\p{L}\p{N}]+/gu, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'course'
  }-notes.md`

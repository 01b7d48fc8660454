import { LOG_KINDS, type LogKind } from '#contract/log-kinds.ts'
import { idOfSegment, paths } from '#contract/paths.ts'
import { wordsOf } from '#web/ui/list/search-text.ts'

export const KIND_CHOICES = ['', ...LOG_KINDS] as const

export interface LogSearch {
  search_text: string
  kind: '' | LogKind
  /** One person's doings alone. */
  person: number | null
}

/** Which lines the panel lists, as its address says it: `?search=`, `?kind=`, `?person=`. */
export function logSearch(search: URLSearchParams): LogSearch {
  const person = idOfSegment(search.get('person') ?? '')
  return {
    search_text: wordsOf(search),
    kind: KIND_CHOICES.find((kind) => kind === search.get('kind')) ?? '',
    person: person > 0 ? person : null,
  }
}

/** The same lines as a file. */
export function logCsvPath({ search_text, kind, person }: LogSearch): string {
  return `${paths.systemLogCsv}?${new URLSearchParams({ search_text, kind, ...(person !== null && { person: String(person) }) })}`
}

import { LOG_KINDS, type LogKind } from '#contract/choices.ts'
import { parseIdSegment, paths } from '#contract/paths.ts'
import { getSearchText } from '#web/ui/list/search-text.ts'
import type { UpdateSearchParams } from '#web/ui/list/use-update-search-params.ts'

export const KIND_FILTERS = ['', ...LOG_KINDS] as const

export interface LogFilters {
  search_text: string
  kind: '' | LogKind
  /** A user's id. */
  person: number | null
}

/** Reads `?search=`, `?kind=` and `?person=`. */
export function parseLogSearch(search: URLSearchParams): LogFilters {
  const person = parseIdSegment(search.get('person') ?? '')
  return {
    search_text: getSearchText(search),
    kind: KIND_FILTERS.find((kind) => kind === search.get('kind')) ?? '',
    person: person > 0 ? person : null,
  }
}

export function getLogCsvPath({ search_text, kind, person }: LogFilters): string {
  return `${paths.systemLogCsv}?${new URLSearchParams({ search_text, kind, ...(person !== null && { person: String(person) }) })}`
}

export const setPersonParam =
  (person: number | null): UpdateSearchParams =>
  (search) => {
    if (person === null) search.delete('person')
    else search.set('person', String(person))
    return search
  }

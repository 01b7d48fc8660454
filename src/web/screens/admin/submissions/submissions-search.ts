import type { SUBMISSION_FILTERS } from '#contract/choices.ts'
import { parseIdSegment } from '#contract/paths.ts'
import { getSearchText } from '#web/ui/list/search-text.ts'

type SubmissionFilter = (typeof SUBMISSION_FILTERS)[number]

/** As the select shows them and the address has them. */
const FILTERS: Record<string, SubmissionFilter> = {
  '': '',
  Waiting: 'waiting',
  Accepted: 'accepted',
  Returned: 'returned',
}

export const SUBMISSION_CHOICES = Object.keys(FILTERS)

export interface SubmissionsFilters {
  search_text: string
  select_data: SubmissionFilter
  course_id: number | null
}

/** Reads `?search=`, `?type=` and `?course=`. */
export function parseSubmissionsSearch(search: URLSearchParams): SubmissionsFilters {
  const type = SUBMISSION_CHOICES.find((choice) => choice === search.get('type')) ?? ''
  const course_id = parseIdSegment(search.get('course') ?? '') || null
  return { search_text: getSearchText(search), select_data: FILTERS[type] ?? '', course_id }
}

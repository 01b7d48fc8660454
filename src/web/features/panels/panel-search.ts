import { getSearchText } from '#web/ui/list/search-text.ts'

/** The filter of the course and blog panels. */
export const PANEL_FILTERS = ['', 'Public', 'Draft'] as const

/** The query string of the course and blog panels: `?search=` and `?type=`. */
export function parsePanelSearch(search: URLSearchParams) {
  return {
    search_text: getSearchText(search),
    select_data: PANEL_FILTERS.find((choice) => choice === search.get('type')) ?? '',
  }
}

import { getSearchText } from '#web/ui/list/search-text.ts'

/** What the select of both panels offers. */
export const PANEL_FILTERS = ['', 'Public', 'Draft'] as const

/** What the course and blog panels list, as their address says it (`?search=`, `?type=`). */
export function parsePanelSearch(search: URLSearchParams) {
  return {
    search_text: getSearchText(search),
    select_data: PANEL_FILTERS.find((choice) => choice === search.get('type')) ?? '',
  }
}

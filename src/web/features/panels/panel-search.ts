import { wordsOf } from '#web/ui/list/search-text.ts'

/** What the select of both panels offers. */
export const PANEL_CHOICES = ['', 'Public', 'Draft'] as const

/** What the course and blog panels list, as their address says it (`?search=`, `?type=`). */
export function panelSearch(search: URLSearchParams) {
  return {
    search_text: wordsOf(search),
    select_data: PANEL_CHOICES.find((choice) => choice === search.get('type')) ?? '',
  }
}

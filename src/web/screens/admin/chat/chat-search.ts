import type { CallInput } from '#contract/contract.ts'
import { getSearchText } from '#web/ui/list/search-text.ts'

export type ChatFilters = Omit<CallInput<'getConversations'>, 'page'> & { search_text: string }

/** Reads `?search=` and `?type=`. Without a filter it is the query that the unread count uses, too. */
export function parseChatSearch(search: URLSearchParams): ChatFilters {
  const isUnanswered = search.get('type') === 'Unanswered'
  return { search_text: getSearchText(search), ...(isUnanswered && { select_data: 'Unanswered' as const }) }
}

import type { ORDER_FILTERS } from '#contract/choices.ts'
import { paths } from '#contract/paths.ts'
import { getSearchText } from '#web/ui/list/search-text.ts'

type OrderFilter = (typeof ORDER_FILTERS)[number]

/** As the select shows them and the address has them. */
const FILTERS: Record<string, OrderFilter> = {
  '': '',
  'Refund requested': 'refund_requested',
  'Awaiting payment': 'pending',
  Paid: 'paid',
  'Partly refunded': 'partially_refunded',
  Refunded: 'refunded',
  Disputed: 'disputed',
  'Charged back': 'lost',
  Canceled: 'cancelled',
  Expired: 'expired',
}

export const ORDER_CHOICES = Object.keys(FILTERS)

export interface OrdersFilters {
  search_text: string
  select_data: OrderFilter
}

/** Reads `?search=` and `?type=`. */
export function parseOrdersSearch(search: URLSearchParams): OrdersFilters {
  const type = ORDER_CHOICES.find((choice) => choice === search.get('type')) ?? ''
  return { search_text: getSearchText(search), select_data: FILTERS[type] ?? '' }
}

export function getOrdersCsvPath(filters: OrdersFilters): string {
  return `${paths.ordersCsv}?${new URLSearchParams({ ...filters })}`
}

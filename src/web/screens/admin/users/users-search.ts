import { paths } from '#contract/paths.ts'
import { getSearchText } from '#web/ui/list/search-text.ts'

export const USER_FILTERS = ['', 'Active', 'Inactive', 'Admins'] as const
const USER_SORTS = ['joined', 'name', 'courses'] as const

export interface UsersFilters {
  search_text: string
  select_data: (typeof USER_FILTERS)[number]
  sort: (typeof USER_SORTS)[number]
  descending: boolean
}

/** The newest and the busiest come first, names from A on. */
const isDescendingByDefault = (sort: string) => sort !== 'name'

/** Which users the panel lists, as its address says it: `?search=`, `?type=`, `?sort=`, `?order=`. */
export function parseUsersSearch(search: URLSearchParams): UsersFilters {
  const sort = USER_SORTS.find((one) => one === search.get('sort')) ?? 'joined'
  const order = search.get('order')
  return {
    search_text: getSearchText(search),
    select_data: USER_FILTERS.find((choice) => choice === search.get('type')) ?? '',
    sort,
    descending: order === 'desc' || (order !== 'asc' && isDescendingByDefault(sort)),
  }
}

/** What a click on a column's head makes of the address: its own order, then the other way round, then the newest first. */
export function toggleSort(search: URLSearchParams, by: string): URLSearchParams {
  const next = new URLSearchParams(search)
  const { sort, descending } = parseUsersSearch(search)
  const defaultDescending = isDescendingByDefault(by)
  next.delete('order')
  if (sort !== by) next.set('sort', by)
  else if (descending === defaultDescending) next.set('order', defaultDescending ? 'asc' : 'desc')
  else next.delete('sort')
  if (next.get('sort') === 'joined') next.delete('sort')
  return next
}

/** The same users as a file. */
export function getUsersCsvPath(filters: UsersFilters): string {
  return `${paths.usersCsv}?${new URLSearchParams({ ...filters, descending: String(filters.descending) })}`
}

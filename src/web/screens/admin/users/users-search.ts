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

/** Newest and most courses first, but names from A to Z. */
const isDescendingByDefault = (sort: string) => sort !== 'name'

/** Reads `?search=`, `?type=`, `?sort=` and `?order=`. */
export function parseUsersSearch(search: URLSearchParams): UsersFilters {
  const sort = USER_SORTS.find((option) => option === search.get('sort')) ?? 'joined'
  const order = search.get('order')
  return {
    search_text: getSearchText(search),
    select_data: USER_FILTERS.find((filter) => filter === search.get('type')) ?? '',
    sort,
    descending: order === 'desc' || (order !== 'asc' && isDescendingByDefault(sort)),
  }
}

/** Clicks on one column header cycle through its default order, the reverse, and newest first. */
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

export function getUsersCsvPath(filters: UsersFilters): string {
  return `${paths.usersCsv}?${new URLSearchParams({ ...filters, descending: String(filters.descending) })}`
}

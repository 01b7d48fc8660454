import { paths } from '#contract/paths.ts'
import { wordsOf } from '#web/ui/list/search-text.ts'

export const USER_CHOICES = ['', 'Active', 'Inactive', 'Admins'] as const
const SORTS = ['joined', 'name', 'courses'] as const

export interface UsersSearch {
  search_text: string
  select_data: (typeof USER_CHOICES)[number]
  sort: (typeof SORTS)[number]
  descending: boolean
}

/** The newest and the busiest come first, names from A on. */
const isDescendingAtFirst = (sort: string) => sort !== 'name'

/** Which users the panel lists, as its address says it: `?search=`, `?type=`, `?sort=`, `?order=`. */
export function usersSearch(search: URLSearchParams): UsersSearch {
  const sort = SORTS.find((one) => one === search.get('sort')) ?? 'joined'
  const order = search.get('order')
  return {
    search_text: wordsOf(search),
    select_data: USER_CHOICES.find((choice) => choice === search.get('type')) ?? '',
    sort,
    descending: order === 'desc' || (order !== 'asc' && isDescendingAtFirst(sort)),
  }
}

/** What a click on a column's head makes of the address: its own order, then the other way round, then the newest first. */
export function sortedBy(search: URLSearchParams, by: string): URLSearchParams {
  const next = new URLSearchParams(search)
  const { sort, descending } = usersSearch(search)
  const first = isDescendingAtFirst(by)
  next.delete('order')
  if (sort !== by) next.set('sort', by)
  else if (descending === first) next.set('order', first ? 'asc' : 'desc')
  else next.delete('sort')
  if (next.get('sort') === 'joined') next.delete('sort')
  return next
}

/** The same users as a file. */
export function usersCsvPath(asked: UsersSearch): string {
  return `${paths.usersCsv}?${new URLSearchParams({ ...asked, descending: String(asked.descending) })}`
}

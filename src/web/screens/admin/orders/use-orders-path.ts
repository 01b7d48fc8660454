import { useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'

export interface OrderPageState {
  /** The search string of the list that linked to the order. */
  list: string
}

/** The list of orders with the search and filter it had before. */
export function useOrdersPath(): string {
  const state: unknown = useLocation().state
  const listSearch = typeof state === 'object' && state !== null && 'list' in state ? state.list : ''
  return `${paths.orders}${typeof listSearch === 'string' ? listSearch : ''}`
}

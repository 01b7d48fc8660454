import { useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'

export interface UserPageState {
  /** The search string of the users list that linked to the page. */
  list: string
}

/** The users list with the search and sort order it had before. */
export function useListPath(): string {
  const state: unknown = useLocation().state
  const listSearch = typeof state === 'object' && state !== null && 'list' in state ? state.list : ''
  return `${paths.users}${typeof listSearch === 'string' ? listSearch : ''}`
}

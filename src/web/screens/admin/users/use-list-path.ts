import { useLocation } from 'react-router'
import { paths } from '#contract/paths.ts'

/** Which list a user's page was opened from: the query of its address. */
export interface UserPageState {
  list: string
}

/** The way back to the users, searched and sorted as they were. */
export function useListPath(): string {
  const state: unknown = useLocation().state
  const listSearch = typeof state === 'object' && state !== null && 'list' in state ? state.list : ''
  return `${paths.users}${typeof listSearch === 'string' ? listSearch : ''}`
}

import { use } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useNavigate } from 'react-router'

export type UpdateSearchParams = (search: URLSearchParams) => URLSearchParams

/**
 * Changes the query of the address. It starts from the router's current state, which includes a navigation whose data
 * is still loading; the state of the last render may be older, and a change based on it would undo that navigation.
 */
export function useUpdateSearchParams(): (update: UpdateSearchParams, options?: { replace?: boolean }) => void {
  const context = use(DataRouterContext)
  const navigate = useNavigate()
  return (update, options) => {
    if (!context) throw new Error('useUpdateSearchParams needs a data router')
    const { location, navigation } = context.router.state
    const next = navigation.location ?? location
    // The user is leaving this page, and a late change of its query would bring them back.
    if (next.pathname !== location.pathname) return
    const before = new URLSearchParams(next.search)
    const after = update(new URLSearchParams(before))
    if (String(after) !== String(before)) void navigate(`?${after}`, options)
  }
}

import { useMemo } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * The search params of the page as it will be once a navigation within it, such as a search, has finished. Links that
 * change one param build on these: on the current ones they would undo the change that is still loading.
 */
export function usePendingSearchParams(): URLSearchParams {
  const { pathname, search } = useLocation()
  const { location: next } = useNavigation()
  const pendingSearch = next?.pathname === pathname ? next.search : search
  return useMemo(() => new URLSearchParams(pendingSearch), [pendingSearch])
}

import { useLocation, useNavigation } from 'react-router'

/** The query of the address, or while a change of it is loading the one to come. */
export function useNextSearchParams(): URLSearchParams {
  const { pathname, search } = useLocation()
  const { location: next } = useNavigation()
  return new URLSearchParams(next?.pathname === pathname ? next.search : search)
}

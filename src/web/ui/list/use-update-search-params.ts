import { useLocation, useNavigation, useSearchParams } from 'react-router'

type UpdateSearchParams = (search: URLSearchParams) => URLSearchParams

/** Changes the query of the address. One that is still on its way, as while its list is loaded, is built upon and not lost. */
export function useUpdateSearchParams(): (update: UpdateSearchParams, options?: { replace?: boolean }) => void {
  const [, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  const pendingSearch = next?.pathname === pathname ? next.search : undefined
  return (update, options) => setSearch((before) => update(new URLSearchParams(pendingSearch ?? before)), options)
}

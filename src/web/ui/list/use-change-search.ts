import { useLocation, useNavigation, useSearchParams } from 'react-router'

type Change = (search: URLSearchParams) => URLSearchParams

/** Changes the query of the address. One that is still on its way, as while its list is loaded, is built upon and not lost. */
export function useChangeSearch(): (change: Change, options?: { replace?: boolean }) => void {
  const [, setSearch] = useSearchParams()
  const { pathname } = useLocation()
  const { location: next } = useNavigation()
  const onItsWay = next?.pathname === pathname ? next.search : undefined
  return (change, options) => setSearch((before) => change(new URLSearchParams(onItsWay ?? before)), options)
}

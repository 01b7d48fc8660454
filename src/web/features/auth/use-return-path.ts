import { useLocation } from 'react-router'
import { parseNextPath, paths } from '#contract/paths.ts'
import { useNextPath } from './use-next-path.ts'

/** Where a login that is opened here leads back to: this page, or on a page of the login itself where that leads. */
export function useReturnPath(): string | null {
  const { pathname, search } = useLocation()
  const next = useNextPath()
  return pathname === paths.home ? null : (parseNextPath(pathname + search) ?? next)
}

import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** Replaces an outdated or shortened address of a public page. Within the site; the server redirects a first request. */
export function useCorrectAddress(path: string): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (pathname !== path) void navigate(path + search, { replace: true })
  }, [pathname, path, search, navigate])
}

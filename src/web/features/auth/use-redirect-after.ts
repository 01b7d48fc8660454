import { useEffect } from 'react'
import { type To, useNavigate } from 'react-router'

interface RedirectOptions {
  /** Shown again by the next screen. */
  notice?: string | undefined
  /** By default none: the success message shows until the next screen has loaded. */
  delayMs?: number
  /** Replaces this page's history entry. */
  replace?: boolean
}

/** Redirects after a success, unless the user has left the page. */
export function useRedirectAfter(
  isDone: boolean,
  to: To,
  { notice, delayMs = 0, replace = false }: RedirectOptions = {},
): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return
    const state = notice === undefined ? null : { notice }
    const timer = setTimeout(() => void navigate(to, { replace, state }), delayMs)
    return () => clearTimeout(timer)
  }, [isDone, to, notice, delayMs, replace, navigate])
}

import { useEffect } from 'react'
import { type To, useNavigate } from 'react-router'

/** Long enough to read a short success message. */
const REDIRECT_DELAY_MS = 1_200

interface RedirectOptions {
  /** Shown again by the next screen. */
  notice?: string | undefined
  delayMs?: number
  /** Replaces this page's history entry. */
  replace?: boolean
}

/** Redirects after the success message was visible for a moment, unless the user has left the page. */
export function useRedirectAfter(
  isDone: boolean,
  to: To,
  { notice, delayMs = REDIRECT_DELAY_MS, replace = false }: RedirectOptions = {},
): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return
    const state = notice === undefined ? null : { notice }
    const timer = setTimeout(() => void navigate(to, { replace, state }), delayMs)
    return () => clearTimeout(timer)
  }, [isDone, to, notice, delayMs, replace, navigate])
}

import { useEffect } from 'react'
import { type To, useNavigate } from 'react-router'

/** As long as a short sentence takes to read. */
const REDIRECT_DELAY_MS = 1_200

interface RedirectOptions {
  /** Said once more by the page that comes. */
  notice?: string | undefined
  delayMs?: number
  /** The page that is left has no place in the history any more. */
  replace?: boolean
}

/** Goes on to another page once what the form came to has been read; whoever leaves before is left alone. */
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

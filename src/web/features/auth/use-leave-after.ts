import { useEffect } from 'react'
import { type To, useNavigate } from 'react-router'

/** As long as a short sentence takes to read. */
const READING_MS = 1_200

interface Leaving {
  /** Said once more by the page that comes. */
  notice?: string | undefined
  afterMs?: number
  /** The page that is left has no place in the history any more. */
  replace?: boolean
}

/** Goes on to another page once what the form came to has been read; whoever leaves before is left alone. */
export function useLeaveAfter(
  isDone: boolean,
  to: To,
  { notice, afterMs = READING_MS, replace = false }: Leaving = {},
): void {
  const navigate = useNavigate()
  useEffect(() => {
    if (!isDone) return
    const state = notice === undefined ? null : { notice }
    const leaving = setTimeout(() => void navigate(to, { replace, state }), afterMs)
    return () => clearTimeout(leaving)
  }, [isDone, to, notice, afterMs, replace, navigate])
}

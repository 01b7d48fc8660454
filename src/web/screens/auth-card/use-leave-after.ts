import { useEffect } from 'react'
import { type To, useNavigate } from 'react-router'

/** As long as a short sentence takes to read. */
const READING_MS = 1_200

/** Goes on to another page once what the form came to has been read; whoever leaves before is left alone. */
export function useLeaveAfter(isDone: boolean, to: To, state?: { notice: string }): void {
  const navigate = useNavigate()
  const notice = state?.notice
  useEffect(() => {
    if (!isDone) return
    const leaving = setTimeout(() => void navigate(to, notice === undefined ? {} : { state: { notice } }), READING_MS)
    return () => clearTimeout(leaving)
  }, [isDone, to, notice, navigate])
}

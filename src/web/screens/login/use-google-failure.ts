import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { paths, withNext } from '#contract/paths.ts'
import { useNextPath } from '#web/features/auth/use-next-path.ts'

/** By the key that the server's redirect carries when Google sign-in fails. */
const FAILURES = new Map([
  ['google_denied', 'Google sign-in was canceled. Try again, or log in with your password.'],
  ['google_expired', 'Google sign-in expired. Try again.'],
  ['google_unavailable', "We couldn't reach Google. Try again in a moment."],
  ['google_unverified', "Google hasn't verified this email. Verify it with Google, then try again."],
  ['google_email_known', 'This email already has an account. Log in with your password.'],
])

/** The message for `/login?error=KEY`. The key is removed from the URL so that a reload does not repeat it. */
export function useGoogleFailure(): Error | null {
  const [search] = useSearchParams()
  const key = search.get('error')
  const navigate = useNavigate()
  const next = useNextPath()
  const [failure] = useState(() => {
    const text = FAILURES.get(key ?? '')
    return text === undefined ? null : new Error(text)
  })
  useEffect(() => {
    if (key !== null) void navigate(withNext(paths.login, next), { replace: true, preventScrollReset: true })
  }, [key, next, navigate])
  return failure
}

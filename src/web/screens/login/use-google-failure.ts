import { useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

/** The keys with which the server comes back when signing in through Google failed. */
const FAILURES = new Map([
  ['google_denied', 'You did not agree to sign in with Google'],
  ['google_expired', 'That sign-in took too long or was not started here. Please try again'],
  ['google_unavailable', 'Google cannot be reached right now. Please try again in a moment'],
  ['google_unverified', 'Google has not verified this e-mail address'],
  ['google_email_known', 'This e-mail has an account already. Log in with your password'],
])

/** What `/login?error=KEY` says. The key is taken out of the address, so that a reload does not say it again. */
export function useGoogleFailure(): Error | null {
  const [search] = useSearchParams()
  const key = search.get('error')
  const navigate = useNavigate()
  const [failure] = useState(() => {
    const text = FAILURES.get(key ?? '')
    return text === undefined ? null : new Error(text)
  })
  useEffect(() => {
    if (key !== null) void navigate({ search: '' }, { replace: true, preventScrollReset: true })
  }, [key, navigate])
  return failure
}

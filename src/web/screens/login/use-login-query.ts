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

/** By the form that led here, when it was sent without script. */
const NOTICES = new Map([
  ['signup', 'Your account is ready. You can log in now.'],
  ['reset', 'Your password was changed. You can log in now.'],
  ['email', 'Your email is confirmed. Use it to log in from now on.'],
])

/**
 * The messages for `/login?error=KEY` and `/login?done=KEY`. The key is removed from the URL so that a reload does not
 * repeat it.
 */
export function useLoginQuery(): { failure: Error | null; notice: string | undefined } {
  const [search] = useSearchParams()
  const hasKey = search.has('error') || search.has('done')
  const navigate = useNavigate()
  const next = useNextPath()
  const [messages] = useState(() => {
    const failure = FAILURES.get(search.get('error') ?? '')
    return { failure: failure === undefined ? null : new Error(failure), notice: NOTICES.get(search.get('done') ?? '') }
  })
  useEffect(() => {
    if (hasKey) void navigate(withNext(paths.login, next), { replace: true, preventScrollReset: true })
  }, [hasKey, next, navigate])
  return messages
}

import { type QueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { query } from './api.ts'
import { hasTag } from './invalidate.ts'

export const sessionQuery = query('session', {})

/** Null when logged out, which is also how an answer without user data reads (spec.md, section 3). */
export function getSessionUser(session: { msg?: { userData?: User[] | null } | null } | undefined): User | null {
  return session?.msg?.userData?.[0] ?? null
}

/** The signed-in user. Every page has loaded the session before it renders. */
export function useUser(): User | null {
  return getSessionUser(useSuspenseQuery(sessionQuery).data)
}

/** Whether the user is an admin who views the site as a student. The user then has the student's role. */
export function useIsViewingAsStudent(): boolean {
  return useSuspenseQuery(sessionQuery).data.msg.viewsAsStudent ?? false
}

/** Whether the user has to prove the email before writing. */
export function useNeedsEmailProof(): boolean {
  return useSuspenseQuery(sessionQuery).data.msg.needsEmailProof ?? false
}

/**
 * For screens that the guard shows to signed-in users only. When the session ends, a screen keeps the user that it has
 * shown, so that what is typed on it survives until the user has logged in again.
 */
export function useSignedInUser(): User {
  const user = useUser()
  const [lastUser, setLastUser] = useState(user)
  if (user && user !== lastUser) setLastUser(user)
  const shownUser = user ?? lastUser
  if (!shownUser) throw new AppError('not_signed_in')
  return shownUser
}

/** After signing in or out: refetches the session and removes everything that belongs to the previous user. */
export async function invalidateSession(client: QueryClient): Promise<void> {
  // The answer to an earlier request has the previous user, and would be taken.
  await client.cancelQueries({ queryKey: sessionQuery.queryKey })
  await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
  client.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] !== 'session' && !hasTag(queryKey, ['site']),
  })
}

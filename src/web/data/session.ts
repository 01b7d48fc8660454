import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { CallName } from '#contract/calls.ts'
import type { User } from '#contract/schemas/users.ts'
import { query } from './api.ts'

const sessionQuery = query('session', {})

/** Who is signed in; every page has loaded it before it shows. */
export function useUser(): User | null {
  return useSuspenseQuery(sessionQuery).data.msg.userData[0] ?? null
}

/** Whether an admin looks at the site as a student, whose role the user then has. */
export function useIsViewingAsStudent(): boolean {
  return useSuspenseQuery(sessionQuery).data.msg.viewsAsStudent ?? false
}

/** For screens that the guard opens to signed-in people only. */
export function useSignedInUser(): User {
  const user = useUser()
  if (!user) throw new Error('This screen is for signed-in people')
  return user
}

/** What is the same for everyone. */
const SITE_WIDE_CALLS: unknown[] = ['getMaintenace', 'getSignInMethods'] satisfies CallName[]

/** After signing in or out: who is here is asked anew, and nothing of the other person stays in the cache. */
export async function invalidateSession(client: QueryClient): Promise<void> {
  await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
  client.removeQueries({
    predicate: ({ queryKey }) => queryKey[0] !== 'session' && !SITE_WIDE_CALLS.includes(queryKey[0]),
  })
}

/** Where an answer to what was asked before must not be taken for the new one: the same person, in another role. */
export async function invalidateRole(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: sessionQuery.queryKey })
  await invalidateSession(client)
}

export function useInvalidateSession(): () => Promise<void> {
  const client = useQueryClient()
  return () => invalidateSession(client)
}

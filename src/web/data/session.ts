import { type QueryClient, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { CallName } from '#contract/methods.ts'
import type { User } from '#contract/schemas/users.ts'
import { query } from './api.ts'

const session = query('session', {})

/** Who is signed in; every page has loaded it before it shows. */
export function useUser(): User | null {
  return useSuspenseQuery(session).data.msg.userData[0] ?? null
}

/** Whether an admin looks at the site as a student, whose role the user then has. */
export function useViewsAsStudent(): boolean {
  return useSuspenseQuery(session).data.msg.viewsAsStudent ?? false
}

/** For screens that the guard opens to signed-in people only. */
export function useSignedInUser(): User {
  const user = useUser()
  if (!user) throw new Error('This screen is for signed-in people')
  return user
}

/** What is the same for everyone. */
const OF_THE_SITE: unknown[] = ['getMaintenace', 'getSignInMethods'] satisfies CallName[]

/** After signing in or out: who is here is asked anew, and nothing of the other person stays in the cache. */
export async function renewSession(client: QueryClient): Promise<void> {
  await client.fetchQuery({ ...session, staleTime: 0 })
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' && !OF_THE_SITE.includes(queryKey[0]) })
}

/** Where an answer to what was asked before must not be taken for the new one: the same person, in another role. */
export async function renewRole(client: QueryClient): Promise<void> {
  await client.cancelQueries({ queryKey: session.queryKey })
  await renewSession(client)
}

export function useRenewSession(): () => Promise<void> {
  const client = useQueryClient()
  return () => renewSession(client)
}

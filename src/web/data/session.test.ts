import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { CallResponse } from '#contract/contract.ts'
import { buildUser } from '#web/testing/factories.ts'
import { getSessionUser, invalidateSession, sessionQuery } from './session.ts'

type Session = CallResponse<'session'>

const LOGGED_IN: Session = { msg: { loggedIn: true, userData: [buildUser()] } }
const LOGGED_OUT: Session = { msg: { loggedIn: false, userData: [] } }

test('does not take the answer to a request from before the logout', async () => {
  const answers: ((session: Session) => void)[] = []
  const queryFn = () => new Promise<Session>((resolve) => answers.push(resolve))
  const client = new QueryClient({ defaultOptions: { queries: { queryFn } } })
  client.setQueryData(sessionQuery.queryKey, LOGGED_IN)
  const earlier = client.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null)
  await expect.poll(() => answers).toHaveLength(1)
  const invalidated = invalidateSession(client)
  await expect.poll(() => answers).toHaveLength(2)
  answers[1]?.(LOGGED_OUT)
  answers[0]?.(LOGGED_IN)
  await Promise.all([earlier, invalidated])
  expect(getSessionUser(client.getQueryData(sessionQuery.queryKey))).toBeNull()
})

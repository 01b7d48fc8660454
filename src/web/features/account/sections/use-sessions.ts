import { useQueryClient } from '@tanstack/react-query'
import type { SignInSession } from '#contract/schemas/accounts/account.ts'
import type { CallResponse } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import { call, query } from '#web/data/api.ts'
import { useCallMutation } from '#web/data/use-call-mutation.ts'

const { queryKey } = query('getAccount', {})

/** Optimistic: the session leaves the list at once and returns if the server refuses. */
export function useEndSession() {
  const client = useQueryClient()
  const updateSessions = useUpdateCachedSessions()
  return useCallMutation('endSession', {
    isOptimistic: true,
    mutationFn: ({ session_id }: SignInSession) => call('endSession', { session_id }).catch(ignoreEndedSession),
    onMutate: async (ended) => {
      await client.cancelQueries({ queryKey })
      updateSessions((sessions) => sessions.filter(({ session_id }) => session_id !== ended.session_id))
    },
    onError: (_, ended) => updateSessions((sessions) => [...sessions, ended]),
  })
}

/** Optimistic: the other sessions leave the list at once and return if the server refuses. */
export function useEndOtherSessions() {
  const client = useQueryClient()
  const updateSessions = useUpdateCachedSessions()
  return useCallMutation('endOtherSessions', {
    isOptimistic: true,
    mutationFn: () => call('endOtherSessions', {}),
    onMutate: async () => {
      await client.cancelQueries({ queryKey })
      const others = client.getQueryData(queryKey)?.msg.sessions.filter(({ isCurrent }) => !isCurrent) ?? []
      updateSessions((sessions) => sessions.filter(({ isCurrent }) => isCurrent))
      return others
    },
    onError: (_, __, others = []) => updateSessions((sessions) => [...sessions, ...others]),
  })
}

function useUpdateCachedSessions() {
  const client = useQueryClient()
  return (updateSessions: (sessions: SignInSession[]) => SignInSession[]) =>
    client.setQueryData<CallResponse<'getAccount'>>(
      queryKey,
      (data) => data && { msg: { ...data.msg, sessions: updateSessions(data.msg.sessions) } },
    )
}

/** A session that has already ended is not a failure. */
function ignoreEndedSession(failure: unknown): void {
  if (!(failure instanceof AppError && failure.code === 'session_not_found')) throw failure
}

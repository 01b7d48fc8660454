import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { AppError } from '#contract/errors.ts'
import type { Conversation } from '#contract/schemas/chat.ts'
import { call, pages } from '#web/data/api.ts'
import { invalidateTags } from '#web/data/invalidate.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { reloadIfSessionChanged } from '#web/data/live/reload-if-session-changed.ts'
import { useLiveState } from '#web/data/live/use-live-connection.ts'

const POLL_MS = 5_000

/** Refetches an admin's conversations when one of the latest has changed, until the socket is open and does that. */
export function useConversationsPoll(): void {
  const client = useQueryClient()
  const { student_id, role } = useSignedInUser()
  const isLive = useLiveState(({ connection }) => connection === 'ready')
  const { error } = useQuery({
    queryKey: ['conversationsPoll'],
    queryFn: async () => {
      const { msg } = await call('getConversations', { page: 1, search_text: '' })
      const shown = client.getQueryData(pages('getConversations', { search_text: '' }).queryKey)?.pages[0]?.msg
      if (shown && toFingerprint(shown) !== toFingerprint(msg)) await invalidateTags(client, ['conversations'])
      return null
    },
    // The list itself has just been fetched.
    initialData: null,
    staleTime: POLL_MS,
    refetchInterval: POLL_MS,
    enabled: !isLive,
  })
  // Without a socket only a refusal tells that the session has changed in another tab.
  const isRefused = error instanceof AppError && (error.status === 401 || error.status === 403)
  useEffect(() => {
    if (isRefused) void reloadIfSessionChanged({ student_id, role })
  }, [isRefused, student_id, role])
}

const toFingerprint = (rows: readonly Conversation[]) =>
  rows.map(({ student_id, unread, last }) => [student_id, unread, last?.msg_id]).join(' ')

import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { User } from '#contract/schemas/accounts/users.ts'
import { getConversationQuery } from '#web/data/live/message-cache.ts'
import { useLiveConnection, useLiveState } from '#web/data/live/use-live-connection.ts'
import { toChatEntries } from './chat-entries.ts'

/** A conversation's stored and pending messages, and the live connection to send more. */
export function useConversation(currentUser: User, studentId: number) {
  const live = useLiveConnection(currentUser)
  const list = useSuspenseInfiniteQuery({
    ...getConversationQuery(currentUser, studentId),
    // The live connection updates it and refetches after a reconnect.
    staleTime: Infinity,
  })
  const pendingMessages = useLiveState((state) => state.pendingMessages)
  const stored = list.data.pages.flatMap(({ msg }) => msg)
  const received = stored.filter(
    ({ sender_id }) =>
      (currentUser.role === 'admin') === (sender_id === studentId) && sender_id !== currentUser.student_id,
  )
  return {
    live,
    list,
    entries: toChatEntries(
      stored,
      pendingMessages.filter((pending) => pending.studentId === studentId),
      currentUser.student_id,
    ),
    /** Id of the newest message from the other side, 0 without one. */
    newestReceivedId: Math.max(0, ...received.map(({ msg_id }) => msg_id)),
    isTyping: useLiveState(({ typingStudentIds }) => typingStudentIds.has(studentId)),
  }
}

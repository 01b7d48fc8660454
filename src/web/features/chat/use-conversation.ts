import { useSuspenseInfiniteQuery } from '@tanstack/react-query'
import type { User } from '#contract/schemas/users.ts'
import { conversationQuery } from '#web/data/live/message-cache.ts'
import { useLive, useLiveState } from '#web/data/live/use-live.ts'
import { entriesOf } from './log-entries.ts'

/** A conversation as it stands: its messages, stored and on their way, and what one can do in it. */
export function useConversation(self: User, studentId: number) {
  const live = useLive(self)
  const list = useSuspenseInfiniteQuery({
    ...conversationQuery(self, studentId),
    // The live connection keeps it up to date, and fetches what was missed when it was away.
    staleTime: Infinity,
  })
  const outbox = useLiveState((state) => state.outbox)
  const stored = list.data.pages.flatMap(({ msg }) => msg)
  const received = stored.filter(
    ({ sender_id }) => (self.role === 'admin') === (sender_id === studentId) && sender_id !== self.student_id,
  )
  return {
    live,
    list,
    entries: entriesOf(
      stored,
      outbox.filter((outgoing) => outgoing.studentId === studentId),
      self.student_id,
    ),
    /** The newest message of the other end; 0 without one. */
    received: Math.max(0, ...received.map(({ msg_id }) => msg_id)),
    isWriting: useLiveState(({ writing }) => writing.has(studentId)),
  }
}

import type { ReactNode } from 'react'
import type { User } from '#contract/schemas/users.ts'
import { Composer } from './composer.tsx'
import { LineStrip } from './line-strip.tsx'
import { MessageLog } from './message-log.tsx'
import { useConversation } from './use-conversation.ts'
import { useLogScroll } from './use-log-scroll.ts'
import { useReading } from './use-reading.ts'

interface ConversationProps {
  self: User
  studentId: number
  /** Whom one's messages go to; null while there is nobody. */
  receiverId: number | null
  /** The other end's name. */
  name: string
  /** Under the spec's words for a conversation without a message. */
  empty: ReactNode
}

/** Messages and the field to write in; fills the height that it is given. */
export function Conversation({ self, studentId, receiverId, name, empty }: ConversationProps) {
  const { live, list, entries, received, isWriting } = useConversation(self, studentId)
  const scroll = useLogScroll()
  useReading(studentId, received, scroll.isAtEnd)

  // All admins are one end, the student is the other.
  const isOwn = (senderId: number) => (self.role === 'admin' ? senderId !== studentId : senderId === studentId)
  const writerOf = (senderId: number) => {
    if (senderId === self.student_id) return 'You'
    return isOwn(senderId) ? 'Another admin' : name
  }
  const send = (text: string) => {
    if (receiverId === null) return
    scroll.toEnd()
    live.send(studentId, receiverId, text)
  }

  return (
    <>
      <LineStrip />
      <MessageLog
        label={`Messages with ${name}`}
        entries={entries}
        isOwn={isOwn}
        writerOf={writerOf}
        scroll={scroll}
        received={received}
        older={{
          isThere: list.hasNextPage,
          isLoading: list.isFetchingNextPage,
          hasFailed: list.isFetchNextPageError,
          load: () => void list.fetchNextPage(),
        }}
        empty={empty}
        onRetry={(clientId) => live.retry(clientId)}
        onDiscard={(clientId) => live.discard(clientId)}
      />
      <p aria-live="polite" className="h-6 shrink-0 truncate px-5 pt-0.5 text-xs text-muted">
        {isWriting && `${name} is writing …`}
      </p>
      <Composer
        onSend={receiverId === null ? null : send}
        onWriting={() => receiverId !== null && live.tellWriting(receiverId)}
      />
    </>
  )
}

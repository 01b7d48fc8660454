import type { ReactNode } from 'react'
import { LIMITS } from '#contract/limits.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { useDraft } from '#web/features/drafts/use-draft.ts'
import { Composer } from './composer.tsx'
import { ConnectionBanner } from './connection-banner.tsx'
import { MessageLog } from './message-log.tsx'
import { useConversation } from './use-conversation.ts'
import { useLogScroll } from './use-log-scroll.ts'
import { useMarkRead } from './use-mark-read.ts'

interface ConversationProps {
  currentUser: User
  studentId: number
  /** False while there is no admin to write to. */
  canSend: boolean
  /** The other side's name. */
  name: string
  /** Shown while there are no messages. */
  emptyState: ReactNode
}

/** Fills the height of its parent. Each conversation needs a key of its own. */
export function Conversation({ currentUser, studentId, canSend, name, emptyState }: ConversationProps) {
  const { live, list, entries, newestReceivedId, isTyping } = useConversation(currentUser, studentId)
  const scroll = useLogScroll()
  const [draft, setDraft] = useDraft(
    { form: 'chat', userId: currentUser.student_id, recordId: studentId },
    LIMITS.message,
  )
  useMarkRead(studentId, newestReceivedId, scroll.isAtEnd)

  // All admins share one side of the conversation.
  const isOwn = (senderId: number) => (currentUser.role === 'admin' ? senderId !== studentId : senderId === studentId)
  const getSenderName = (senderId: number) => {
    if (senderId === currentUser.student_id) return 'You'
    return isOwn(senderId) ? 'Another admin' : name
  }
  const send = (text: string) => {
    scroll.scrollToEnd()
    live.send(studentId, text)
  }

  return (
    <>
      <ConnectionBanner />
      <MessageLog
        label={`Messages with ${name}`}
        entries={entries}
        isOwn={isOwn}
        getSenderName={getSenderName}
        scroll={scroll}
        newestReceivedId={newestReceivedId}
        older={{
          hasMore: list.hasNextPage,
          isLoading: list.isFetchingNextPage,
          hasFailed: list.isFetchNextPageError,
          load: () => void list.fetchNextPage(),
        }}
        emptyState={emptyState}
        onRetry={(clientId) => live.retry(clientId)}
        onDiscard={(clientId) => live.discard(clientId)}
      />
      <p aria-live="polite" className="h-6 shrink-0 truncate px-5 pt-0.5 text-xs text-muted">
        {isTyping && `${name} is typing…`}
      </p>
      <Composer
        text={draft}
        onTextChange={setDraft}
        onSend={canSend ? send : null}
        onTyping={() => live.sendTyping(studentId)}
      />
    </>
  )
}

import type { Conversation } from '#contract/schemas/chat.ts'
import { useSignedInUser } from '#web/data/session.ts'
import { useLiveState } from '#web/data/live/use-live-connection.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { SearchParamsLink } from '#web/ui/list/search-params-link.tsx'
import { useHydrated } from '#web/ui/hooks/use-hydrated.ts'
import { formatShortDate, formatDateTime } from '#web/features/chat/chat-dates.ts'
import { UnreadBadge } from '#web/features/chat/unread-badge.tsx'

interface ConversationRowProps {
  conversation: Conversation
  isSelected: boolean
}

export function ConversationRow({ conversation, isSelected }: ConversationRowProps) {
  const { student_id, first_name, last_name, image_url, unread, last } = conversation
  const isTyping = useLiveState(({ typingStudentIds }) => typingStudentIds.has(student_id))
  const user = useSignedInUser()
  const prefix = last?.sender_id === student_id ? '' : last?.sender_id === user.student_id ? 'You: ' : 'Admin: '
  return (
    <SearchParamsLink
      update={(search) => {
        search.set('student', String(student_id))
        return search
      }}
      aria-current={isSelected ? 'true' : undefined}
      className={`flex h-16 items-center gap-3 rounded-control px-3 -outline-offset-2 transition duration-150 ${isSelected ? 'bg-[var(--accent-wash)]' : 'hover:bg-raised'}`}
    >
      <Avatar imageUrl={image_url} size={40} className="border border-border" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <span className={`truncate text-sm ${unread > 0 ? 'font-semibold' : 'font-medium'}`}>
            {first_name} {last_name}
          </span>
          {last && <LastMessageTime instant={last.created_date} />}
        </span>
        <span className="flex items-center gap-2">
          <span
            className={`min-w-0 flex-1 truncate text-xs ${isTyping ? 'text-accent-text' : unread > 0 ? 'text-text' : 'text-muted'}`}
          >
            {isTyping ? 'is typing…' : last ? `${prefix}${last.msg_text}` : 'No messages yet'}
          </span>
          <UnreadBadge count={unread} />
        </span>
      </span>
    </SearchParamsLink>
  )
}

/** The server does not know the time zone, so it renders no time. */
function LastMessageTime({ instant }: { instant: string }) {
  const isHydrated = useHydrated()
  if (!isHydrated) return null
  return (
    <time dateTime={instant} title={formatDateTime(instant)} className="ml-auto shrink-0 text-xs text-muted">
      {formatShortDate(instant, new Date())}
    </time>
  )
}

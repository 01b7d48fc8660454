import { useInfiniteQuery } from '@tanstack/react-query'
import type { User } from '#contract/schemas/accounts/users.ts'
import { pages } from '#web/data/api.ts'
import { useKeepLiveConnection } from '#web/data/live/use-live-connection.ts'
import { useUser } from '#web/data/session.ts'
import { UnreadBadge } from './unread-badge.tsx'
import { useConversationsPoll } from './use-conversations-poll.ts'

export function UnreadChatsBadge({ className }: { className: string }) {
  const user = useUser()
  return user?.role === 'admin' && <UnreadCount admin={user} className={className} />
}

function UnreadCount({ admin, className }: { admin: User; className: string }) {
  useKeepLiveConnection(admin)
  useConversationsPoll()
  const { data, hasNextPage } = useInfiniteQuery(pages('getConversations', { search_text: '' }))
  const rows = data?.pages.flatMap(({ msg }) => msg) ?? []
  const unread = new Map(rows.map((row) => [row.student_id, row.unread]))
  // Conversations are sorted by their last message, so unread ones are usually all on the first page.
  const isAtLeast = hasNextPage && (rows.at(-1)?.unread ?? 0) > 0
  return (
    <UnreadBadge
      count={[...unread.values()].reduce((sum, count) => sum + count, 0)}
      isAtLeast={isAtLeast}
      className={className}
    />
  )
}

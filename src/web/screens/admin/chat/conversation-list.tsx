import { useInfiniteQuery } from '@tanstack/react-query'
import { pages } from '#web/data/api.ts'
import { formatCount } from '#web/ui/format/format-count.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { useInfiniteRows } from '#web/ui/list/use-infinite-rows.ts'
import { useScrollRestoration } from '#web/ui/list/use-scroll-restoration.ts'
import type { ChatFilters } from './chat-search.ts'
import { ConversationRow } from './conversation-row.tsx'

const LOAD_ERROR = 'We couldn’t load the chats.'

export function ConversationList({ filters, selectedId }: { filters: ChatFilters; selectedId: number }) {
  const list = useInfiniteQuery(pages('getConversations', filters))
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, isError, fetchNextPage, refetch } = list
  const { rows, lastRowRef } = useInfiniteRows(list, ({ student_id }) => student_id)
  const scroll = useScrollRestoration(data !== undefined, filters.select_data ? 'unanswered chats' : 'chats')
  if (!data)
    return isError ? (
      <LoadError text={LOAD_ERROR} onRetry={() => void refetch()} className="py-4" />
    ) : (
      <ConversationListSkeleton />
    )
  return (
    <nav
      {...scroll}
      aria-label="Chats"
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain border-t border-border px-2 pb-2"
    >
      <p role="status" className="sr-only">
        {rows.length === 0
          ? 'No students found'
          : `${formatCount(rows.length, 'student')}${hasNextPage ? ' loaded' : ''}`}
      </p>
      {rows.length > 0 && (
        <ul>
          {rows.map((row, index) => (
            <li key={row.student_id} ref={index === rows.length - 1 ? lastRowRef : undefined} className="pt-1">
              <ConversationRow conversation={row} isSelected={row.student_id === selectedId} />
            </li>
          ))}
        </ul>
      )}
      {isFetchingNextPage && <SkeletonRows count={2} />}
      {isFetchNextPageError ? (
        <LoadError text={LOAD_ERROR} onRetry={() => void fetchNextPage()} className="py-4" />
      ) : (
        !hasNextPage && (
          <p className="py-4 text-center text-xs text-muted">
            {rows.length > 0 ? 'No more users' : getEmptyText(filters)}
          </p>
        )
      )}
    </nav>
  )
}

function getEmptyText({ search_text, select_data }: ChatFilters): string {
  if (select_data) return search_text ? `No unanswered chats match “${search_text}”.` : 'No unanswered chats.'
  return search_text ? `No students match “${search_text}”.` : 'No students yet.'
}

function ConversationListSkeleton() {
  return (
    <div className="min-h-0 flex-1 overflow-hidden border-t border-border px-2">
      <SkeletonRows count={8} />
    </div>
  )
}

function SkeletonRows({ count }: { count: number }) {
  return (
    <div aria-hidden="true">
      {Array.from({ length: count }, (_, index) => (
        <div key={index} className="mt-1 flex h-16 items-center gap-3 px-3">
          <div className="skeleton size-10 shrink-0 rounded-full" />
          <div className="flex-1 space-y-2">
            <div className="skeleton h-3.5 w-2/5" />
            <div className="skeleton h-3.5 w-4/5" />
          </div>
        </div>
      ))}
    </div>
  )
}

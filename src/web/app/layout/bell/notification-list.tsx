import { useQueryClient, type UseInfiniteQueryResult } from '@tanstack/react-query'
import { toServerTime } from '#web/data/server-clock.ts'
import type { MouseEvent } from 'react'
import { Link } from '#web/ui/link.tsx'
import type { CallOutput, CallResponse } from '#contract/contract.ts'
import { coursePath, paths } from '#contract/paths.ts'
import { invalidateTags } from '#web/data/invalidate.ts'
import { AnyIcon } from '#web/ui/icons/any-icon.tsx'
import { useInfiniteScroll } from '#web/ui/list/use-infinite-scroll.ts'
import { LoadError } from '#web/ui/load-error.tsx'
import { formatTimeAgo } from '#web/ui/format/time-ago.ts'
import { closePopover } from '../site-nav.tsx'

type Notification = CallOutput<'getNotifications'>['notifications'][number]
type List = UseInfiniteQueryResult<{ pages: CallResponse<'getNotifications'>[] }>

export function NotificationList({ list }: { list: List }) {
  const { data, isError, hasNextPage, isFetching, dataUpdatedAt, refetch, fetchNextPage } = list
  const lastItemRef = useInfiniteScroll(hasNextPage && !isFetching && !isError, () => void fetchNextPage())
  if (!data)
    return isError ? (
      <LoadError text="Couldn’t load notifications." onRetry={() => void refetch()} className="py-6" />
    ) : (
      <LoadingSkeleton />
    )
  const all = data.pages.flatMap(({ msg }) => msg.notifications)
  const notifications = [...new Map(all.map((notification) => [notification.notification_id, notification])).values()]
  if (notifications.length === 0) return <EmptyNotifications />
  return (
    <ul className="max-h-[min(26rem,calc(100dvh-9rem))] overflow-y-auto overscroll-contain p-2">
      {notifications.map((notification, index) => (
        <li key={notification.notification_id} ref={index === notifications.length - 1 ? lastItemRef : undefined}>
          <Row notification={notification} now={toServerTime(dataUpdatedAt)} />
        </li>
      ))}
    </ul>
  )
}

/** What notifications tell of. */
const TAGS = ['progress', 'messages'] as const

function Row({ notification, now }: { notification: Notification; now: number }) {
  const client = useQueryClient()
  const { created_date, isRead } = notification
  const { to, icon, title, text } = describeNotification(notification)
  const handleClick = (event: MouseEvent<HTMLAnchorElement>) => {
    closePopover(event)
    // The page may be open already, and no socket may have told it.
    void invalidateTags(client, TAGS)
  }
  return (
    <Link
      to={to}
      onClick={handleClick}
      className="flex gap-3 rounded-control px-2.5 py-2.5 -outline-offset-2 transition duration-150 hover:bg-raised"
    >
      <span
        className={`grid size-9 shrink-0 place-items-center rounded-full ${isRead ? 'bg-raised text-muted' : 'bg-[var(--accent-wash)] text-accent-text'}`}
      >
        <AnyIcon name={icon} size={18} />
      </span>
      <span className="min-w-0 flex-1">
        <span className={`block text-sm leading-5 ${isRead ? '' : 'font-semibold'}`}>{title}</span>
        {text && (
          <span dir="auto" className="line-clamp-2 text-sm leading-5 wrap-anywhere text-muted">
            {text}
          </span>
        )}
        <time dateTime={created_date} className="block text-xs text-muted">
          {formatTimeAgo(created_date, now)}
        </time>
      </span>
      {!isRead && (
        <span className="mt-1.5 size-2 shrink-0 rounded-full bg-accent">
          <span className="sr-only">New</span>
        </span>
      )}
    </Link>
  )
}

function describeNotification({ kind, title, course_id, course_title, material_id, preview = '' }: Notification) {
  if (kind === 'chat-answer')
    return { to: paths.chat, icon: 'chat', title: 'New reply in chat', text: preview } as const
  if (kind === 'certificate')
    return { to: paths.myCertificates, icon: 'certificate', title: 'Certificate earned', text: title } as const
  const to = course_id === null ? paths.myCourses : coursePath({ course_id, title: course_title || title })
  if (kind === 'assignment-graded') {
    const lesson = course_id !== null && material_id ? `?lesson=${material_id}` : ''
    return { to: to + lesson, icon: 'article', title: 'Feedback on your work', text: title } as const
  }
  return { to, icon: 'book-open', title: 'New lesson', text: title } as const
}

function EmptyNotifications() {
  return (
    <div className="px-6 py-8 text-center">
      <p className="font-display text-lg font-semibold">You’re all caught up</p>
      <p className="mt-1 text-sm text-muted">Replies in chat and new lessons in your courses appear here.</p>
    </div>
  )
}

function LoadingSkeleton() {
  return (
    <div aria-hidden="true" className="space-y-2 p-3">
      {[1, 2, 3].map((index) => (
        <div key={index} className="skeleton h-14" />
      ))}
    </div>
  )
}

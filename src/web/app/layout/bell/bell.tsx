import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#contract/schemas/accounts/users.ts'
import { call, pages } from '#web/data/api.ts'
import { useIsViewingAsStudent } from '#web/data/session.ts'
import { setUnreadNotifications } from '#web/data/live/message-cache.ts'
import { useLiveConnection } from '#web/data/live/use-live-connection.ts'
import { UnreadBadge } from '#web/features/chat/unread-badge.tsx'
import { NotificationList } from './notification-list.tsx'

/** A student's notifications. Opening the list marks them as read. */
export function Bell({ user }: { user: User }) {
  useLiveConnection(user)
  const client = useQueryClient()
  const list = useInfiniteQuery(pages('getNotifications', {}))
  const [isOpen, setOpen] = useState(false)
  const isViewingAsStudent = useIsViewingAsStudent()
  const unread = list.data?.pages[0]?.msg.unread ?? 0

  const handleToggle = async (isOpening: boolean) => {
    setOpen(isOpening)
    // An admin who views the site as a student changes nothing.
    if (!isOpening || isViewingAsStudent) return
    // The list first, so that new notifications stay marked as new while it is open.
    if ((await list.refetch()).isError) return
    try {
      await call('readNotifications', {})
      // Where no socket tells so.
      setUnreadNotifications(client, 0)
    } catch (error) {
      console.error('The notifications were not marked as read:', error)
    }
  }

  return (
    <>
      <button
        type="button"
        popoverTarget="notifications"
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${unread} unread`}
        title="Notifications"
        className="relative grid size-11 place-items-center rounded-control text-muted transition duration-150 hover:bg-raised hover:text-text md:size-10"
      >
        <svg
          aria-hidden="true"
          width="20"
          height="20"
          viewBox="0 0 24 24"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.75"
          strokeLinecap="round"
          strokeLinejoin="round"
        >
          <path d="M6 8a6 6 0 0 1 12 0c0 7 3 9 3 9H3s3-2 3-9M10.3 21a2 2 0 0 0 3.4 0" />
        </svg>
        <UnreadBadge count={unread} className="absolute top-0.5 right-0 ring-2 ring-bg" />
      </button>
      <section
        id="notifications"
        popover="auto"
        aria-label="Notifications"
        onToggle={(event) => void handleToggle(event.newState === 'open')}
        className="fixed inset-auto top-bar right-[max(clamp(1rem,4vw,2.5rem),calc(50%-594px))] m-0 mt-1 w-[min(22rem,calc(100vw-2rem))] rounded-card border border-border bg-surface text-text shadow-raised"
      >
        <h2 className="border-b border-border px-4 py-3 text-lg">Notifications</h2>
        {isOpen && <NotificationList list={list} />}
      </section>
    </>
  )
}

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { call } from '#web/data/api.ts'
import { setUnreadCount } from '#web/data/live/message-cache.ts'
import { useLiveState } from '#web/data/live/use-live-connection.ts'

/** Several messages that come at once are read at once. */
const MARK_READ_DELAY_MS = 250

/**
 * Tells the server how far a conversation is read: as far as its end is in view of somebody.
 * @param newestReceivedId the newest message of the other end, 0 without one
 */
export function useMarkRead(studentId: number, newestReceivedId: number, isAtEnd: boolean): void {
  const client = useQueryClient()
  const isVisible = useDocumentVisible()
  const isConnected = useLiveState(({ connection }) => connection !== 'lost')
  const lastReadId = useRef(0)
  const canMarkRead = isVisible && isAtEnd && isConnected
  useEffect(() => {
    if (!canMarkRead || newestReceivedId <= lastReadId.current) return
    const timer = setTimeout(() => {
      const before = lastReadId.current
      lastReadId.current = newestReceivedId
      call('markRead', { student_id: studentId, msg_id: newestReceivedId }).then(
        ({ msg }) => setUnreadCount(client, studentId, msg.unread),
        (error: unknown) => {
          // Told again with the next message, or when the line is back.
          lastReadId.current = before
          console.error('The conversation was not marked as read:', error)
        },
      )
    }, MARK_READ_DELAY_MS)
    return () => clearTimeout(timer)
  }, [client, canMarkRead, newestReceivedId, studentId])
}

function useDocumentVisible(): boolean {
  return useSyncExternalStore(
    subscribeToVisibility,
    () => document.visibilityState === 'visible',
    () => false,
  )
}

function subscribeToVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

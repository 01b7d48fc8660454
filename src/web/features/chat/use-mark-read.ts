import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { call } from '#web/data/api.ts'
import { setUnreadCount } from '#web/data/live/message-cache.ts'
import { useLiveState } from '#web/data/live/use-live-connection.ts'

/** Batches messages that arrive together. */
const MARK_READ_DELAY_MS = 250

/**
 * Marks a conversation as read while its end is visible.
 * @param newestReceivedId the newest message from the other side, 0 without one
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
      const previousReadId = lastReadId.current
      lastReadId.current = newestReceivedId
      call('markRead', { student_id: studentId, msg_id: newestReceivedId }).then(
        ({ msg }) => setUnreadCount(client, studentId, msg.unread),
        (error: unknown) => {
          // Retried with the next message or reconnect.
          lastReadId.current = previousReadId
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

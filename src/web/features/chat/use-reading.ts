import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { call } from '#web/data/api.ts'
import { setUnread } from '#web/data/live/message-cache.ts'
import { useLiveState } from '#web/data/live/use-live.ts'

/** Several messages that come at once are read at once. */
const READING_PAUSE_MS = 250

/**
 * Tells the server how far a conversation is read: as far as its end is in view of somebody.
 * @param received the newest message of the other end, 0 without one
 */
export function useReading(studentId: number, received: number, isAtEnd: boolean): void {
  const client = useQueryClient()
  const isVisible = useDocumentVisible()
  const hasLine = useLiveState(({ line }) => line !== 'lost')
  const read = useRef(0)
  const isUnread = isVisible && isAtEnd && hasLine
  useEffect(() => {
    if (!isUnread || received <= read.current) return
    const pause = setTimeout(() => {
      const before = read.current
      read.current = received
      call('markRead', { student_id: studentId, msg_id: received }).then(
        ({ msg }) => setUnread(client, studentId, msg.unread),
        (error: unknown) => {
          // Told again with the next message, or when the line is back.
          read.current = before
          console.error('The conversation was not marked as read:', error)
        },
      )
    }, READING_PAUSE_MS)
    return () => clearTimeout(pause)
  }, [client, isUnread, received, studentId])
}

function useDocumentVisible(): boolean {
  return useSyncExternalStore(
    watchVisibility,
    () => document.visibilityState === 'visible',
    () => false,
  )
}

function watchVisibility(onChange: () => void): () => void {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}

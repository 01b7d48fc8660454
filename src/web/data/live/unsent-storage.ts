// Chat messages that were sent and not confirmed. Each tab has its own.
import { readStorage, writeStorage } from '#web/data/drafts.ts'
import type { PendingMessage } from './pending-messages.ts'

const getUnsentKey = (userId: number) => `chat-unsent:${userId}`

export function readUnsent(userId: number): PendingMessage[] {
  const stored: unknown = readStorage(() => JSON.parse(sessionStorage.getItem(getUnsentKey(userId)) ?? '[]'))
  return Array.isArray(stored) ? stored.filter(isPendingMessage) : []
}

export function saveUnsent(userId: number, entries: readonly PendingMessage[]): void {
  writeStorage(() => sessionStorage, getUnsentKey(userId), entries.length === 0 ? null : JSON.stringify(entries))
}

/** Another version of the site may have written it. */
function isPendingMessage(value: unknown): value is PendingMessage {
  const entry = value as Partial<Record<keyof PendingMessage, unknown>> | null
  return (
    typeof entry?.clientId === 'string' &&
    typeof entry.text === 'string' &&
    typeof entry.writtenAt === 'string' &&
    !Number.isNaN(Date.parse(entry.writtenAt)) &&
    [entry.studentId, entry.after].every(Number.isSafeInteger)
  )
}

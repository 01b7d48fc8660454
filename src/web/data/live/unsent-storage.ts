// What a user wrote and did not send. It outlives the page and the session, and is removed when the user logs out.
import { LIMITS } from '#contract/limits.ts'
import type { PendingMessage } from './pending-messages.ts'

const getDraftPrefix = (userId: number) => `chat-draft:${userId}:`
const getDraftKey = (userId: number, studentId: number) => getDraftPrefix(userId) + studentId
const getUnsentKey = (userId: number) => `chat-unsent:${userId}`

/** The text in the message field of a conversation, or empty. */
export function readDraft(userId: number, studentId: number): string {
  return (read(() => localStorage.getItem(getDraftKey(userId, studentId))) ?? '').slice(0, LIMITS.message)
}

export function saveDraft(userId: number, studentId: number, text: string): void {
  write(() => localStorage, getDraftKey(userId, studentId), text.trim() === '' ? null : text)
}

/** The messages that were sent and not confirmed. Each tab has its own. */
export function readUnsent(userId: number): PendingMessage[] {
  const stored: unknown = read(() => JSON.parse(sessionStorage.getItem(getUnsentKey(userId)) ?? '[]'))
  return Array.isArray(stored) ? stored.filter(isPendingMessage) : []
}

export function saveUnsent(userId: number, entries: readonly PendingMessage[]): void {
  write(() => sessionStorage, getUnsentKey(userId), entries.length === 0 ? null : JSON.stringify(entries))
}

export function clearUnsent(userId: number): void {
  saveUnsent(userId, [])
  const keys = read(() => Object.keys(localStorage)) ?? []
  for (const key of keys) if (key.startsWith(getDraftPrefix(userId))) write(() => localStorage, key, null)
}

/** Another version of the site may have written it. */
function isPendingMessage(value: unknown): value is PendingMessage {
  const entry = value as Partial<Record<keyof PendingMessage, unknown>> | null
  return (
    typeof entry?.clientId === 'string' &&
    typeof entry.text === 'string' &&
    typeof entry.writtenAt === 'string' &&
    !Number.isNaN(Date.parse(entry.writtenAt)) &&
    [entry.studentId, entry.receiverId, entry.after].every(Number.isSafeInteger)
  )
}

/** Null when storage is blocked or holds something else. */
function read<Value>(getValue: () => Value): Value | null {
  try {
    return getValue()
  } catch {
    return null
  }
}

function write(getStorage: () => Storage, key: string, value: string | null): void {
  try {
    if (value === null) getStorage().removeItem(key)
    else getStorage().setItem(key, value)
  } catch {
    // Storage is blocked or full: the text lasts as long as the page.
  }
}

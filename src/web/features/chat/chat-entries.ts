import type { Message } from '#contract/schemas/chat.ts'
import type { PendingMessage } from '#web/data/live/pending-messages.ts'
import { formatDay, formatDateTime } from './chat-dates.ts'

/** A stored or pending message. */
export interface ChatEntry {
  key: string
  senderId: number
  text: string
  sentAt: string
  pending: PendingMessage | null
}

/** Consecutive messages of one sender within a minute form a group with one time, below its last message. */
export interface GroupedEntry extends ChatEntry {
  isGroupStart: boolean
  isGroupEnd: boolean
}

export interface Day {
  /** Where a clock was wrong, messages of other days are between those of one, which is then shown more than once. */
  key: string
  name: string
  entries: GroupedEntry[]
}

/**
 * Oldest first and without duplicates. A message being sent is last, as it will be once stored; one that failed stays
 * where it was written.
 */
export function toChatEntries(
  stored: readonly Message[],
  pendingMessages: readonly PendingMessage[],
  userId: number,
): ChatEntry[] {
  const messages = [...new Map(stored.map((message) => [message.msg_id, message])).values()].sort(
    (one, other) => one.msg_id - other.msg_id,
  )
  const placed = pendingMessages.map((pending) => ({ pending, index: getPendingIndex(messages, pending) }))
  const getEntriesAt = (place: number) =>
    placed.filter(({ index }) => index === place).map(({ pending }) => toPendingEntry(pending, userId))
  return [
    ...messages.flatMap((message, index) => [...getEntriesAt(index), toStoredEntry(message)]),
    ...getEntriesAt(messages.length),
    ...getEntriesAt(Infinity),
  ]
}

/** How many stored messages are above a pending one. The ids decide where the clocks of browser and server differ. */
function getPendingIndex(messages: readonly Message[], { state, after, writtenAt }: PendingMessage): number {
  if (state === 'sending') return Infinity
  return 1 + messages.findLastIndex(({ msg_id, created_date }) => msg_id <= after || created_date <= writtenAt)
}

const toStoredEntry = ({ msg_id, sender_id, msg_text, created_date }: Message): ChatEntry => ({
  key: String(msg_id),
  senderId: sender_id,
  text: msg_text,
  sentAt: created_date,
  pending: null,
})

const toPendingEntry = (pending: PendingMessage, userId: number): ChatEntry => ({
  key: pending.clientId,
  senderId: userId,
  text: pending.text,
  sentAt: pending.writtenAt,
  pending,
})

export function groupByDay(entries: readonly ChatEntry[]): Day[] {
  const days: Day[] = []
  entries.forEach((entry, index) => {
    const grouped = {
      ...entry,
      isGroupStart: !isSameGroup(entries[index - 1], entry),
      isGroupEnd: !isSameGroup(entry, entries[index + 1]),
    }
    const name = formatDay(entry.sentAt)
    const day = days.at(-1)
    if (day?.name === name) day.entries.push(grouped)
    else {
      const earlier = days.filter((other) => other.name === name).length
      days.push({ key: `${name} ${earlier}`, name, entries: [grouped] })
    }
  })
  return days
}

function isSameGroup(one: ChatEntry | undefined, next: ChatEntry | undefined): boolean {
  return (
    one?.senderId === next?.senderId &&
    one !== undefined &&
    next !== undefined &&
    formatDateTime(one.sentAt) === formatDateTime(next.sentAt)
  )
}

import type { Message } from '#contract/chat.ts'
import type { Outgoing } from '#web/live/outbox.ts'
import { clockOf, dayOf } from './chat-dates.ts'

/** A message as the log shows it: stored, or on its way. */
export interface Entry {
  key: string
  senderId: number
  text: string
  at: string
  outgoing: Outgoing | null
}

/** What one person wrote within a minute. */
export interface Group {
  key: string
  senderId: number
  at: string
  entries: Entry[]
}

export interface Day {
  name: string
  groups: Group[]
}

/** Each message once, oldest first; what is on its way comes last. */
export function entriesOf(stored: readonly Message[], outbox: readonly Outgoing[], selfId: number): Entry[] {
  const once = [...new Map(stored.map((message) => [message.msg_id, message])).values()]
  return [
    ...once
      .sort((one, other) => one.msg_id - other.msg_id)
      .map(({ msg_id, sender_id, msg_text, created_date }) => ({
        key: String(msg_id),
        senderId: sender_id,
        text: msg_text,
        at: created_date,
        outgoing: null,
      })),
    ...outbox.map((outgoing) => ({ key: outgoing.clientId, senderId: selfId, text: outgoing.text, at: outgoing.writtenAt, outgoing })),
  ]
}

/** Days, and in them groups by writer and minute. */
export function groupByDay(entries: readonly Entry[]): Day[] {
  const days: Day[] = []
  for (const entry of entries) {
    const name = dayOf(entry.at)
    let day = days.at(-1)
    if (day?.name !== name) {
      day = { name, groups: [] }
      days.push(day)
    }
    const group = day.groups.at(-1)
    if (group?.senderId === entry.senderId && clockOf(group.at) === clockOf(entry.at)) group.entries.push(entry)
    else day.groups.push({ key: entry.key, senderId: entry.senderId, at: entry.at, entries: [entry] })
  }
  return days
}

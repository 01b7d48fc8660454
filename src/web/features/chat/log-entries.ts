import type { Message } from '#contract/schemas/chat.ts'
import type { Outgoing } from '#web/data/live/pending-messages.ts'
import { dayOf, wholeDateOf } from './chat-dates.ts'

/** A message as the log shows it: stored, or on its way. */
export interface Entry {
  key: string
  senderId: number
  text: string
  at: string
  outgoing: Outgoing | null
}

/** What one person wrote within a minute stands together: it has one time, under its last message. */
export interface PlacedEntry extends Entry {
  beginsGroup: boolean
  endsGroup: boolean
}

export interface Day {
  name: string
  entries: PlacedEntry[]
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
    ...outbox.map((outgoing) => ({
      key: outgoing.clientId,
      senderId: selfId,
      text: outgoing.text,
      at: outgoing.writtenAt,
      outgoing,
    })),
  ]
}

export function byDay(entries: readonly Entry[]): Day[] {
  const days: Day[] = []
  entries.forEach((entry, index) => {
    const placed = {
      ...entry,
      beginsGroup: !isOneGroup(entries[index - 1], entry),
      endsGroup: !isOneGroup(entry, entries[index + 1]),
    }
    const name = dayOf(entry.at)
    const day = days.at(-1)
    if (day?.name === name) day.entries.push(placed)
    else days.push({ name, entries: [placed] })
  })
  return days
}

function isOneGroup(one: Entry | undefined, next: Entry | undefined): boolean {
  return (
    one?.senderId === next?.senderId &&
    one !== undefined &&
    next !== undefined &&
    wholeDateOf(one.at) === wholeDateOf(next.at)
  )
}

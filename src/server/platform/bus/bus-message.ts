import * as z from 'zod/mini'
import { SOCKET_LIMITS } from '#contract/limits.ts'

/**
 * What servers of other versions may send too. Version 1 is what version 0.1 of the product sends, which names no
 * version. Within a version, messages only gain fields that older servers may ignore.
 */
const VERSION = 1

const id = z.int().check(z.positive())
const count = z.int().check(z.nonnegative())

/** The frames that one user's action sends to another user's sockets. */
const frame = z.discriminatedUnion('type', [
  z.object({ type: z.literal('typing'), from: id, to: id }),
  z.object({ type: z.literal('read'), student_id: id, msg_id: count, unread: count }),
  z.object({ type: z.literal('notifications'), unread: count }),
  z.object({ type: z.literal('access'), course_id: id }),
])

/** Between server processes: ids, cache tags and small frames, never a message's text. */
const messages = {
  changed: z.object({ kind: z.literal('changed'), tags: z.array(z.string()) }),
  /** A stored message; `clientId` is the sending client's own id for it. */
  message: z.object({
    kind: z.literal('message'),
    id,
    clientId: z.optional(z.string().check(z.maxLength(SOCKET_LIMITS.clientId))),
  }),
  frame: z.object({ kind: z.literal('frame'), to: z.union([id, z.literal('admins')]), frame }),
}

const envelope = z.object({ v: z._default(z.int(), VERSION), kind: z.string(), from: z.string() })

export type BusFrame = z.infer<typeof frame>
export type BusMessage = z.infer<(typeof messages)[keyof typeof messages]>
export type LiveMessage = Exclude<BusMessage, { kind: 'changed' }>

type ReceivedMessage = { message: BusMessage; from: string } | { ignored: string }

/** A PostgreSQL NOTIFY payload is limited to 8,000 bytes; a tag has at most 30. */
const TAGS_PER_MESSAGE = 200

export const encodeLiveMessage = (message: LiveMessage, from: string) =>
  JSON.stringify({ v: VERSION, ...message, from })

export function encodeInvalidation(tags: readonly string[], from: string): string[] {
  const payloads: string[] = []
  for (let at = 0; at < tags.length; at += TAGS_PER_MESSAGE)
    payloads.push(JSON.stringify({ v: VERSION, kind: 'changed', tags: tags.slice(at, at + TAGS_PER_MESSAGE), from }))
  return payloads
}

/** Anyone who may connect to the database can send anything, so nothing here throws. */
export function parseBusMessage(payload: string): ReceivedMessage {
  const received = envelope.safeParse(parseJson(payload))
  if (!received.success) return { ignored: 'a malformed message' }
  const { v, kind, from } = received.data
  if (v > VERSION) return { ignored: `a message of version ${v}` }
  if (!isKnownKind(kind)) return { ignored: `a message of the unknown kind ${kind.slice(0, 40)}` }
  const message = messages[kind].safeParse(parseJson(payload))
  return message.success ? { message: message.data, from } : { ignored: `a malformed message of the kind ${kind}` }
}

const isKnownKind = (kind: string): kind is keyof typeof messages => Object.hasOwn(messages, kind)

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

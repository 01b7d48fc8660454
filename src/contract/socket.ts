// The socket's close codes and frames, without schemas; what the server parses is in schemas/chat.ts.

import type { CallInput } from './contract.ts'

export const CLOSE_CODES = {
  goingAway: 1001,
  policy: 1008,
  tooBig: 1009,
  maintenance: 1012,
  notSignedIn: 4401,
  foreignOrigin: 4403,
} as const

export type ClientFrame =
  /** The first frame; nothing arrives before it. */
  | { type: 'init'; sender_id: number }
  | ({ type: 'chat' } & CallInput<'sendMessage'>)
  | ({ type: 'typing' } & CallInput<'sendTyping'>)

/** A stored message, sent to every socket of both ends, the sender's too. */
export interface ChatFrame {
  msg_id: number
  msg: string
  date: string
  to: number
  from: number
  /** The sending client's own id for the message. */
  client_id?: string
}

export type ServerFrame =
  | ChatFrame
  | { type: 'error'; status: false; msg: string; client_id?: string }
  /** Answers `init`: from here on messages arrive. */
  | { type: 'ready' }
  | { type: 'typing'; from: number; to: number }
  /** This end has read the conversation up to this message; `unread` remain. */
  | { type: 'read'; student_id: number; msg_id: number; unread: number }
  /** How many notifications are unread now. */
  | { type: 'notifications'; unread: number }
  /** The user's access to the course has begun or ended. */
  | { type: 'access'; course_id: number }
  /** The server may have missed messages for this socket: the client refetches. */
  | { type: 'resync' }

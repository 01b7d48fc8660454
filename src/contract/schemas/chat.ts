import * as z from 'zod/mini'
import { CONVERSATION_FILTERS } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { id, instant, page, search, multiLineText } from './fields.ts'
import { LIMITS, SOCKET_LIMITS } from '#contract/limits.ts'

export const message = z.object({
  msg_id: z.int(),
  sender_id: z.int(),
  receiver_id: z.int(),
  msg_text: z.string(),
  created_date: instant,
})
export type Message = z.infer<typeof message>

const messageText = multiLineText('A message', { max: LIMITS.message })

const partner = z.object({ student_id: z.int(), first_name: z.string(), last_name: z.string(), image_url: z.string() })

export const getAdminId = defineEndpoint({
  summary: 'Returns the admin whom students write to: the earliest one.',
  input: z.object({}),
  output: z.array(partner),
})

export const getMsg = defineEndpoint({
  summary:
    "Lists a conversation's messages, newest first: your own, or as an admin any student's. One id is the student's, the other an admin's.",
  input: z.object({ page, sender_id: z.optional(id), receiver_id: z.optional(id) }),
  output: z.array(message),
  nextPage: z.nullable(z.int()),
})

export const conversation = z.object({
  ...partner.shape,
  /** Messages from the student that no admin has read. */
  unread: z.int(),
  /** Null before the first message. */
  last: z.nullable(message),
})
export type Conversation = z.infer<typeof conversation>

export const getConversations = defineEndpoint({
  summary:
    'Lists conversations, latest message first, then students without one; or only those whose last message is from the student. The search matches name or email.',
  input: z.object({
    page,
    search_text: search,
    /** Unanswered: the last message is from the student, whether or not an admin has read it. */
    select_data: z._default(z.enum(CONVERSATION_FILTERS, { error: 'Unknown filter' }), ''),
  }),
  output: z.array(conversation),
  nextPage: z.nullable(z.int()),
})

export const markRead = defineEndpoint({
  summary: "Marks a conversation as read up to a message: your own, or as an admin a student's.",
  input: z.object({
    /** The conversation's student; a student may leave it out. */
    student_id: z.optional(id),
    msg_id: id,
  }),
  /** How many remain unread. */
  output: z.object({ unread: z.int() }),
})

// The socket's frames (contract.md, section 4), sent with a `type` of `chat` and `typing`.

/** The sender is always the session's user: unlike a call's actor, another `sender_id` is ignored. */
const sender_id = id

export const initFrame = z.object({ sender_id })

export const sendMessage = defineEndpoint({
  summary: 'Stores a message and delivers it to every socket of both ends.',
  input: z.object({
    sender_id,
    receiver_id: id,
    msg: messageText,
    client_id: z.optional(z.string().check(z.maxLength(SOCKET_LIMITS.clientId))),
  }),
  output: z.null(),
})

export const sendTyping = defineEndpoint({
  summary: 'Shows the other end that the user is typing.',
  input: z.object({ sender_id, receiver_id: id }),
  output: z.null(),
})

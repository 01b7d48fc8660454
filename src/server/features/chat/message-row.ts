import type { Message } from '#contract/schemas/chat.ts'
import type { messages } from '#server/platform/db/schema.ts'

export type MessageRow = typeof messages.$inferSelect

export function toMessage(row: MessageRow): Message {
  return {
    msg_id: row.id,
    sender_id: row.senderId,
    receiver_id: row.receiverId,
    msg_text: row.text,
    created_date: row.createdAt.toISOString(),
  }
}

import { desc, eq } from 'drizzle-orm'
import { MESSAGES_PER_PAGE } from '#contract/limits.ts'
import { messages } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { paginate } from '#server/platform/db/paginate.ts'
import { toMessage } from './message-row.ts'
import { resolveConversationStudent } from './resolve-conversation-student.ts'

export const getMsg: Handler<'getMsg'> = async ({ db, user }, { page, sender_id, receiver_id }) => {
  const studentId = await resolveConversationStudent(db, user, [sender_id, receiver_id])
  const found = await db
    .select()
    .from(messages)
    .where(eq(messages.studentId, studentId))
    .orderBy(desc(messages.id))
    .limit(MESSAGES_PER_PAGE + 1)
    .offset((page - 1) * MESSAGES_PER_PAGE)
  const { rows, nextPage } = paginate(found, page, MESSAGES_PER_PAGE)
  return { msg: rows.map(toMessage), nextPage }
}

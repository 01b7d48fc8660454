import { and, desc, eq, inArray, not, notInArray, type SQL } from 'drizzle-orm'
import { CONVERSATIONS_PER_PAGE } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { conversations, messages, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { isOnPage, paginate } from '#server/platform/db/paginate.ts'
import { nameOrEmailMatches } from '#server/features/users/name-or-email-matches.ts'
import { type MessageRow, toMessage } from './message-row.ts'

const partner = {
  student_id: users.id,
  first_name: users.firstName,
  last_name: users.lastName,
  image_url: users.imageUrl,
}

export const getConversations: Handler<'getConversations'> = async ({ db }, { page, search_text, select_data }) => {
  const offset = (page - 1) * CONVERSATIONS_PER_PAGE
  const isUnansweredOnly = select_data === 'Unanswered'
  const started = await findWithMessages(db, search_text, isUnansweredOnly, offset)
  const notStarted =
    isUnansweredOnly || started.length > CONVERSATIONS_PER_PAGE
      ? []
      : await findWithoutMessages(db, search_text, offset, started.length)
  const { rows, nextPage } = paginate([...started, ...notStarted], page, CONVERSATIONS_PER_PAGE)
  return {
    msg: rows.map(({ last, ...conversation }) => ({ ...conversation, last: last && toMessage(last) })),
    nextPage,
  }
}

/** Latest message first. */
async function findWithMessages(db: Db, text: string, isUnansweredOnly: boolean, offset: number) {
  const ids = db
    .select({ id: conversations.studentId })
    .from(conversations)
    .where(and(isUnansweredOnly ? conversations.isUnanswered : undefined, hasListedStudent(db, text)))
    .orderBy(desc(conversations.lastMessageId))
    .limit(CONVERSATIONS_PER_PAGE + 1)
    .offset(offset)
  return db
    .select({ ...partner, unread: conversations.unreadByAdmins, last: messages })
    .from(conversations)
    .innerJoin(users, eq(users.id, conversations.studentId))
    .innerJoin(messages, eq(messages.id, conversations.lastMessageId))
    .where(isOnPage(conversations.studentId, ids))
    .orderBy(desc(conversations.lastMessageId))
}

/**
 * A promoted student's conversation waits until the user is a student again. Admins are few, so that leaving theirs out takes
 * no look at each student.
 */
function hasListedStudent(db: Db, text: string): SQL | undefined {
  const admins = db.select({ id: users.id }).from(users).where(eq(users.role, 'admin'))
  const matches = nameOrEmailMatches(text)
  const found = matches && db.select({ id: users.id }).from(users).where(matches)
  return and(notInArray(conversations.studentId, admins), found && inArray(conversations.studentId, found))
}

/** Listed after the conversations, newest students first. */
async function findWithoutMessages(db: Db, text: string, offset: number, startedOnPage: number) {
  const started =
    startedOnPage > 0 ? offset + startedOnPage : await db.$count(conversations, hasListedStudent(db, text))
  const rows = await db
    .select(partner)
    .from(users)
    .where(and(eq(users.role, 'student'), not(users.hasConversation), nameOrEmailMatches(text)))
    .orderBy(desc(users.id))
    .limit(CONVERSATIONS_PER_PAGE + 1 - startedOnPage)
    .offset(Math.max(0, offset - started))
  return rows.map((row) => ({ ...row, unread: 0, last: null as MessageRow | null }))
}

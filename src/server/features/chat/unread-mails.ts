import { and, eq, gte, inArray, isNull, lt, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { conversations, users } from '#server/platform/db/schema.ts'
import { runJob } from '#server/pipeline/background-jobs.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'

const CHECK_INTERVAL_MS = 60_000
/** A message must be unread for this long before an email is sent. */
const UNREAD_DELAY_MINUTES = 15
/** At most one email to a student in this time, and one to each admin about all conversations. */
const MIN_INTERVAL_MINUTES = 60

/** Queues emails about unread messages and returns how many. Of several processes one queues each email. */
export async function queueUnreadMails(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const { studentWaitsSince, studentMailedAt, adminsWaitSince, adminsMailedAt } = conversations
    const now = sql`now()`
    const students = await tx
      .update(conversations)
      .set({ studentWaitsSince: null, studentMailedAt: now })
      .where(isDue(studentWaitsSince, studentMailedAt))
      .returning({ id: conversations.studentId })
    const forAdmins = await tx
      .update(conversations)
      .set({ adminsWaitSince: null, adminsMailedAt: now })
      .where(and(isDue(adminsWaitSince, adminsMailedAt), notExists(adminsMailedLately(tx))))
      .returning({ id: conversations.studentId })
    const ids = students.map(({ id }) => id)
    const recipientFilter = or(
      ids.length === 0 ? sql`false` : inArray(users.id, ids),
      forAdmins.length === 0 ? sql`false` : eq(users.role, 'admin'),
    )
    const recipients = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(recipientFilter, eq(users.chatMails, true)))
    for (const { id, email } of recipients) await queueMail(tx, { kind: 'unread-messages', toEmail: email, userId: id })
    return recipients.length
  })
}

type WaitingSinceColumn = typeof conversations.studentWaitsSince | typeof conversations.adminsWaitSince
type MailedAtColumn = typeof conversations.studentMailedAt | typeof conversations.adminsMailedAt

function isDue(since: WaitingSinceColumn, mailedAt: MailedAtColumn) {
  return and(
    lt(since, sql`now() - make_interval(mins => ${UNREAD_DELAY_MINUTES})`),
    or(isNull(mailedAt), lt(mailedAt, sql`now() - make_interval(mins => ${MIN_INTERVAL_MINUTES})`)),
  )
}

const adminsMailedLately = (tx: Tx) => {
  const others = alias(conversations, 'others')
  return tx
    .select({ id: others.studentId })
    .from(others)
    .where(gte(others.adminsMailedAt, sql`now() - make_interval(mins => ${MIN_INTERVAL_MINUTES})`))
}

/** Returns a function that stops it. */
export function startUnreadMailJob(db: Db, mailer: Mailer, log: FastifyBaseLogger): () => void {
  const checkUnread = () =>
    runJob(log, 'checking for unread messages failed', async () => {
      if ((await queueUnreadMails(db)) > 0) mailer.wake()
    })
  const timer = setInterval(() => void checkUnread(), CHECK_INTERVAL_MS).unref()
  return () => clearInterval(timer)
}

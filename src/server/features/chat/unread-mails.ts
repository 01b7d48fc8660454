import { and, eq, inArray, isNull, lt, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#server/platform/db/connect.ts'
import { conversations, users } from '#server/platform/db/schema.ts'
import type { Mailer } from '#server/platform/mail/mailer.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'

const LOOK_EVERY_MS = 60_000
/** So long a message waits unread before a mail tells of it. */
const WAITS_MINUTES = 15
/** At most one mail for a conversation and end in this time. */
const PAUSE_MINUTES = 60

/** Queues the mails about messages that wait unread. Gives how many; of several processes one queues each. */
export async function queueUnreadMails(db: Db): Promise<number> {
  return db.transaction(async (tx) => {
    const { studentWaitsSince, studentMailedAt, adminsWaitSince, adminsMailedAt } = conversations
    const told = sql`now()`
    const students = await tx
      .update(conversations)
      .set({ studentWaitsSince: null, studentMailedAt: told })
      .where(isDue(studentWaitsSince, studentMailedAt))
      .returning({ id: conversations.studentId })
    const forAdmins = await tx
      .update(conversations)
      .set({ adminsWaitSince: null, adminsMailedAt: told })
      .where(isDue(adminsWaitSince, adminsMailedAt))
      .returning({ id: conversations.studentId })
    const ids = students.map(({ id }) => id)
    const wanted = or(
      ids.length === 0 ? sql`false` : inArray(users.id, ids),
      forAdmins.length === 0 ? sql`false` : eq(users.role, 'admin'),
    )
    const readers = await tx
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(and(wanted, eq(users.chatMails, true)))
    for (const { id, email } of readers) await queueMail(tx, { kind: 'unread-messages', toEmail: email, userId: id })
    return readers.length
  })
}

type Moment = typeof conversations.studentWaitsSince | typeof conversations.adminsWaitSince
type Mailed = typeof conversations.studentMailedAt | typeof conversations.adminsMailedAt

function isDue(since: Moment, mailedAt: Mailed) {
  return and(
    lt(since, sql`now() - make_interval(mins => ${WAITS_MINUTES})`),
    or(isNull(mailedAt), lt(mailedAt, sql`now() - make_interval(mins => ${PAUSE_MINUTES})`)),
  )
}

/** Looks every minute. Gives the way to stop. */
export function watchUnread(db: Db, mailer: Mailer, log: FastifyBaseLogger): () => void {
  const look = () =>
    queueUnreadMails(db).then(
      (queued) => queued > 0 && mailer.wake(),
      (error: unknown) => log.warn({ err: error }, 'unread messages were not looked for'),
    )
  const timer = setInterval(() => void look(), LOOK_EVERY_MS).unref()
  return () => clearInterval(timer)
}

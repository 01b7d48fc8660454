import { and, eq, gt, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { emailChanges, identities, users } from '#server/db/schema.ts'
import type { Handler } from '#server/handler.ts'
import { ownSessions } from './own-sessions.ts'

export const getAccount: Handler<'getAccount'> = async ({ db, user, session }) => {
  const [account] = await db
    .select({
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      hasGoogle: sql<boolean>`exists (select 1 from ${identities} where ${identities.userId} = ${users.id})`,
      pendingEmail: emailChanges.newEmail,
      chatMails: users.chatMails,
    })
    .from(users)
    .leftJoin(emailChanges, and(eq(emailChanges.userId, users.id), gt(emailChanges.expiresAt, sql`now()`)))
    .where(eq(users.id, user.student_id))
  if (!account) throw new AppError('user_not_found')
  return {
    msg: {
      ...account,
      pendingEmail: account.pendingEmail ?? '',
      sessions: await ownSessions(db, user.student_id, session.current?.tokenHash),
    },
  }
}

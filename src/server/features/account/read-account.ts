import { and, eq, gt, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { emailChanges, identities, users } from '#server/platform/db/schema.ts'

export async function readAccount(db: Db, userId: number) {
  const [account] = await db
    .select({
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      hasGoogle: sql<boolean>`exists (select 1 from ${identities} where ${identities.userId} = ${users.id})`,
      pendingEmail: emailChanges.newEmail,
      chatMails: users.chatMails,
    })
    .from(users)
    .leftJoin(emailChanges, and(eq(emailChanges.userId, users.id), gt(emailChanges.expiresAt, sql`now()`)))
    .where(eq(users.id, userId))
  if (!account) throw new AppError('user_not_found')
  return { ...account, pendingEmail: account.pendingEmail ?? '' }
}

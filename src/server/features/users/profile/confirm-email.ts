import { and, eq, gt, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { emailChanges } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toAccountTag } from '#server/http/session-store.ts'
import { hashToken } from './email-change-token.ts'
import { replaceEmail } from './replace-email.ts'

export const confirmEmail: Handler<'confirmEmail'> = async ({ db, mailer, invalidate }, { token }) => {
  await db.transaction(async (tx) => {
    const [change] = await tx
      .delete(emailChanges)
      .where(and(eq(emailChanges.tokenHash, hashToken(token)), gt(emailChanges.expiresAt, sql`now()`)))
      .returning()
    if (!change) throw new AppError('wrong_link')
    await replaceEmail(tx, { userId: change.userId, newEmail: change.newEmail, isVerified: true })
    invalidate([toAccountTag(change.userId)])
  })
  mailer.wake()
  return { msg: 'Your email is confirmed. Use it to log in from now on.' }
}

import { isNull, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { totpSecrets } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { requireRecentAuth } from '#server/features/account/require-recent-auth.ts'
import { createTotpSecret } from './totp.ts'

export const startTotp: Handler<'startTotp'> = async (context, { password }) => {
  const { db, user, secrets } = context
  await requireRecentAuth(context, password)
  const { secret, uri, encrypted } = createTotpSecret(secrets, { userId: user.student_id, email: user.email })
  const row = { secret: encrypted, lastStep: 0, createdAt: sql`now()` }
  const started = await db
    .insert(totpSecrets)
    .values({ userId: user.student_id, ...row })
    .onConflictDoUpdate({ target: totpSecrets.userId, set: row, setWhere: isNull(totpSecrets.confirmedAt) })
    .returning({ userId: totpSecrets.userId })
  if (started.length === 0)
    throw new AppError('changed_meanwhile', { text: 'An authenticator app is already set up. Turn it off first' })
  return { msg: { secret, uri } }
}

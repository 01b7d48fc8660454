import { and, eq } from 'drizzle-orm'
import { passkeys } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { requireRecentAuth } from '#server/features/account/require-recent-auth.ts'
import { reportFactorChange } from '#server/features/two-factor/report-factor-change.ts'
import { endWithoutFactors, lockFactors } from '#server/features/two-factor/second-factors.ts'
import { endTrust } from '#server/features/two-factor/trusted-browsers.ts'

export const removePasskey: Handler<'removePasskey'> = async (context, { passkey_id, password }) => {
  const { db, user, settings, throttles, mailer } = context
  await requireRecentAuth(context, password)
  await throttles.countUserMail(user.student_id)
  await db.transaction(async (tx) => {
    await lockFactors(tx, user.student_id)
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, passkey_id), eq(passkeys.userId, user.student_id)))
      .returning({ id: passkeys.id })
    if (removed.length === 0) return
    await endTrust(tx, user.student_id)
    await endWithoutFactors(tx, user.student_id, user.role === 'admin' && settings.adminNeedsSecondFactor)
    await reportFactorChange(tx, user, 'Removed a passkey')
  })
  mailer.wake()
  return { msg: 'The passkey was removed' }
}

import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { identities } from '#server/platform/db/schema.ts'
import { endSessions } from '#server/features/session/end-sessions.ts'
import { removeSecondFactors } from '#server/features/two-factor/second-factors.ts'

/**
 * For an account that the operator makes an admin: whoever used this email before may not be its owner, so every way to
 * sign in ends but the new password. True when that turned two-step verification off.
 */
export async function clearSignIns(tx: Tx, userId: number): Promise<boolean> {
  await tx.delete(identities).where(eq(identities.userId, userId))
  const hadSecondFactor = await removeSecondFactors(tx, userId)
  await endSessions(tx, userId)
  return hadSecondFactor
}

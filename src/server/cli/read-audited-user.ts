import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { sessions, users } from '#server/platform/db/schema.ts'
import { findSecondSteps } from '#server/features/two-factor/second-factors.ts'

/** What the commands change of an account, for the audit log. Undefined where there is none with this email. */
export async function readAuditedUser(tx: Tx, email: string) {
  const [user] = await tx.select({ id: users.id, role: users.role }).from(users).where(eq(users.email, email))
  if (!user) return undefined
  return {
    role: user.role,
    secondFactors: await findSecondSteps(tx, user.id),
    sessions: await tx.$count(sessions, eq(sessions.userId, user.id)),
  }
}

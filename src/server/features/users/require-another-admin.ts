import { and, eq, ne, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'

/**
 * Call it before an admin is deleted or demoted. The lock serializes two admins who remove each other: the second finds
 * that it is no longer an admin, or that the other is the last.
 * @param text the sentence for the last admin
 */
export async function requireAnotherAdmin(
  tx: Tx,
  { actorId, userId, text }: { actorId: number; userId: number; text?: string },
): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('an admin is deleted', 0))`)
  const isAdmin = eq(users.role, 'admin')
  const [otherAdmin] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isAdmin, ne(users.id, userId)))
    .limit(1)
  if (!otherAdmin) throw new AppError('last_admin', { ...(text !== undefined && { text }) })
  const [actor] = await tx.select({ role: users.role }).from(users).where(eq(users.id, actorId))
  if (!actor) throw new AppError('not_signed_in')
  if (actor.role !== 'admin') throw new AppError('not_allowed')
}

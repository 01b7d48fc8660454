import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { emailChanges, sessions } from '#server/platform/db/schema.ts'

/**
 * Deletes all sessions of a user, except one if given. Invalidate the tag from `toAccountTag` in the same transaction:
 * cached sessions stay valid until then.
 */
export async function endSessions(db: Pick<Db, 'delete'>, userId: number, exceptTokenHash?: string): Promise<void> {
  const others =
    exceptTokenHash === undefined ? undefined : ne(sessions.tokenHash, Buffer.from(exceptTokenHash, 'base64'))
  await db.delete(sessions).where(and(eq(sessions.userId, userId), others))
  // An attacker who is signed out here may have requested the pending email change.
  if (exceptTokenHash === undefined) await db.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

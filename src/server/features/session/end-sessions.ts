import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { emailChanges, sessions } from '#server/platform/db/schema.ts'

/**
 * Signs a user out everywhere, or everywhere but in one session. After the commit, announce the user's
 * `accountSubject`: until then the sessions that were kept in memory still hold.
 */
export async function endSessions(db: Pick<Db, 'delete'>, userId: number, exceptTokenHash?: string): Promise<void> {
  const others =
    exceptTokenHash === undefined ? undefined : ne(sessions.tokenHash, Buffer.from(exceptTokenHash, 'base64'))
  await db.delete(sessions).where(and(eq(sessions.userId, userId), others))
  // Whoever is locked out may have asked for the account to move to an address of theirs.
  if (exceptTokenHash === undefined) await db.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

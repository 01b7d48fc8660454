import { and, desc, eq, gt, sql } from 'drizzle-orm'
import type { SignInSession } from '#contract/schemas/accounts/account.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { sessions } from '#server/platform/db/schema.ts'
import { getDeviceName } from './device-name.ts'

/** The most recently used session is first. */
export async function findActiveSessions(
  db: Db,
  userId: number,
  currentTokenHash: string | undefined,
): Promise<SignInSession[]> {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, userId), gt(sessions.idleUntil, sql`now()`), gt(sessions.expiresAt, sql`now()`)))
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.id))
  return rows.map((row) => ({
    session_id: row.id,
    device: getDeviceName(row.userAgent),
    created_date: row.createdAt.toISOString(),
    last_seen: row.lastSeenAt.toISOString(),
    isCurrent: row.tokenHash.toString('base64') === currentTokenHash,
  }))
}

import { and, eq, ne } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { authChallenges, emailChanges, knownDevices, sessions } from '#server/platform/db/schema.ts'
import type { SessionControl } from '#server/http/cookies/session-cookie.ts'
import { endTrust } from '#server/features/two-factor/trusted-browsers.ts'

const toBytes = (hash: string) => Buffer.from(hash, 'base64')

/**
 * Deletes all sessions of a user and forgets the browsers they were in, except the caller's if given. No browser is trusted
 * to skip the second step any more. Invalidate the tag from `toAccountTag` in the same transaction: cached sessions stay
 * valid until then.
 */
export async function endSessions(
  db: Pick<Db, 'delete'>,
  userId: number,
  except?: Pick<SessionControl, 'current' | 'device'>,
): Promise<void> {
  const [session, device] = [except?.current?.tokenHash, except?.device.hash]
  await db
    .delete(sessions)
    .where(
      and(eq(sessions.userId, userId), session === undefined ? undefined : ne(sessions.tokenHash, toBytes(session))),
    )
  await db
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), device ? ne(knownDevices.deviceHash, toBytes(device)) : undefined))
  await db.delete(authChallenges).where(eq(authChallenges.userId, userId))
  await endTrust(db, userId)
  // An attacker who is logged out here may have requested the pending email change.
  if (session === undefined) await db.delete(emailChanges).where(eq(emailChanges.userId, userId))
}

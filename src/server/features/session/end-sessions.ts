import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { authChallenges, emailChanges, knownDevices, sessions, users } from '#server/platform/db/schema.ts'
import type { SessionControl } from '#server/http/cookies/session-cookie.ts'
import { endTrust } from '#server/features/two-factor/trusted-browsers.ts'

const toBytes = (hash: string) => Buffer.from(hash, 'base64')

interface EndSessionsOptions {
  /** The caller's session and browser, which stay. */
  except?: Pick<SessionControl, 'current' | 'device'> | undefined
  /** A pending change of the email goes on. */
  keepsEmailChange?: boolean
}

/**
 * Deletes all sessions of a user, forgets the browsers they were in, and cancels a pending change of the email. No browser is
 * trusted to skip the second step any more. Invalidate the tag from `toAccountTag` in the same transaction: cached sessions stay
 * valid until then.
 */
export async function endSessions(
  db: Pick<Db, 'delete'>,
  userId: number,
  { except, keepsEmailChange = false }: EndSessionsOptions = {},
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
  if (keepsEmailChange) return
  // An attacker who is logged out here may have requested it. The link to the account's own email only proves it.
  const ownEmail = sql`(select ${users.email} from ${users} where ${users.id} = ${userId})`
  await db.delete(emailChanges).where(and(eq(emailChanges.userId, userId), ne(emailChanges.newEmail, ownEmail)))
}

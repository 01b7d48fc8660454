import { randomBytes } from 'node:crypto'
import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { emailChanges } from '#server/platform/db/schema.ts'
import { hashTokenToBytes } from '#server/platform/secrets/hash-token.ts'

/** Null when no change to this address is pending. A new token replaces the previous one. */
export async function createEmailChangeToken(
  db: Db,
  { userId, newEmail }: { userId: number; newEmail: string },
): Promise<string | null> {
  const token = randomBytes(32).toString('base64url')
  const pending = await db
    .update(emailChanges)
    .set({ tokenHash: hashTokenToBytes(token) })
    .where(
      and(eq(emailChanges.userId, userId), eq(emailChanges.newEmail, newEmail), gt(emailChanges.expiresAt, sql`now()`)),
    )
    .returning({ userId: emailChanges.userId })
  return pending.length === 0 ? null : token
}

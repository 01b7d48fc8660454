import { randomInt } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { resetCodes } from '#server/platform/db/schema.ts'
import { hashPassword, verifyCode } from '#server/platform/passwords/passwords.ts'

const CODE_LIFETIME_MINUTES = 10
/** Per code, across verifyCode and resetPass. */
const MAX_ATTEMPTS = 5

export interface ResetCodeKey {
  email: string
  deviceHash: Buffer
  codeHash: string
}

/** Stored for unknown emails too, so that neither time nor the table reveals who has an account. */
export async function createResetCode(db: Db, email: string, deviceHash: Buffer): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const row = {
    codeHash: await hashPassword(code),
    expiresAt: sql`now() + make_interval(mins => ${CODE_LIFETIME_MINUTES})`,
    tries: 0,
  }
  await db.delete(resetCodes).where(lt(resetCodes.expiresAt, sql`now()`))
  await db
    .insert(resetCodes)
    .values({ email, deviceHash, ...row })
    .onConflictDoUpdate({ target: [resetCodes.email, resetCodes.deviceHash], set: row })
  return code
}

/**
 * Uses up one attempt and returns the code that matched. An unknown email, another browser, a missing, expired or wrong
 * code and too many attempts all return null after the same work.
 */
export async function verifyResetCode(
  db: Db,
  { email, deviceHash }: { email: string; deviceHash: string | null },
  code: string,
): Promise<ResetCodeKey | null> {
  const device = Buffer.from(deviceHash ?? '', 'base64')
  // Counted before the code is checked, so that parallel guesses are limited like sequential ones.
  const [storedCode] = await db
    .update(resetCodes)
    .set({ tries: sql`${resetCodes.tries} + 1` })
    .where(
      and(
        eq(resetCodes.email, email),
        eq(resetCodes.deviceHash, device),
        gt(resetCodes.expiresAt, sql`now()`),
        lt(resetCodes.tries, MAX_ATTEMPTS),
      ),
    )
    .returning({ codeHash: resetCodes.codeHash })
  const codeHash = storedCode?.codeHash ?? null
  if (!(await verifyCode(code, codeHash)) || codeHash === null) return null
  return { email, deviceHash: device, codeHash }
}

const isSameCode = ({ email, deviceHash, codeHash }: ResetCodeKey) =>
  and(eq(resetCodes.email, email), eq(resetCodes.deviceHash, deviceHash), eq(resetCodes.codeHash, codeHash))

export async function refundAttempt(db: Pick<Db, 'update'>, key: ResetCodeKey): Promise<void> {
  await db
    .update(resetCodes)
    .set({ tries: sql`${resetCodes.tries} - 1` })
    .where(isSameCode(key))
}

/** Deletes the code. Of parallel requests with the same code, only one gets true. */
export async function consumeResetCode(db: Pick<Db, 'delete'>, key: ResetCodeKey): Promise<boolean> {
  const used = await db
    .delete(resetCodes)
    .where(and(isSameCode(key), gt(resetCodes.expiresAt, sql`now()`)))
    .returning({ email: resetCodes.email })
  return used.length > 0
}

import { randomInt } from 'node:crypto'
import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { resetCodes } from '#server/platform/db/schema.ts'
import { hashPassword, verifyPassword } from '#server/platform/passwords/passwords.ts'

const CODE_LIFETIME_MINUTES = 10
/** Per code, across verifyCode and resetPass. */
const MAX_ATTEMPTS = 5

/** Stored for unknown emails too, so that neither time nor the table reveals who has an account. */
export async function createResetCode(db: Db, email: string): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const row = {
    codeHash: await hashPassword(code),
    expiresAt: sql`now() + make_interval(mins => ${CODE_LIFETIME_MINUTES})`,
    tries: 0,
  }
  await db.delete(resetCodes).where(lt(resetCodes.expiresAt, sql`now()`))
  await db
    .insert(resetCodes)
    .values({ email, ...row })
    .onConflictDoUpdate({ target: resetCodes.email, set: row })
  return code
}

/**
 * Uses up one attempt and returns the hash that the code matched. An unknown email, a missing, expired or wrong code
 * and too many attempts all throw the same error after the same work.
 */
export async function verifyResetCode(db: Db, email: string, code: string): Promise<string> {
  // Counted before the code is checked, so that parallel guesses are limited like sequential ones.
  const [storedCode] = await db
    .update(resetCodes)
    .set({ tries: sql`${resetCodes.tries} + 1` })
    .where(and(eq(resetCodes.email, email), gt(resetCodes.expiresAt, sql`now()`), lt(resetCodes.tries, MAX_ATTEMPTS)))
    .returning({ codeHash: resetCodes.codeHash })
  const codeHash = storedCode?.codeHash ?? null
  if (!(await verifyPassword(code, codeHash)) || codeHash === null) throw new AppError('wrong_code')
  return codeHash
}

export async function refundAttempt(db: Pick<Db, 'update'>, email: string, codeHash: string): Promise<void> {
  await db
    .update(resetCodes)
    .set({ tries: sql`${resetCodes.tries} - 1` })
    .where(and(eq(resetCodes.email, email), eq(resetCodes.codeHash, codeHash)))
}

/** Deletes the code. Of parallel requests with the same code, only one gets true. */
export async function consumeResetCode(db: Pick<Db, 'delete'>, email: string, codeHash: string): Promise<boolean> {
  const used = await db
    .delete(resetCodes)
    .where(and(eq(resetCodes.email, email), eq(resetCodes.codeHash, codeHash), gt(resetCodes.expiresAt, sql`now()`)))
    .returning({ email: resetCodes.email })
  return used.length > 0
}

import { and, eq, gt, lt, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { resetCodes } from '#server/platform/db/schema.ts'
import { verifyPassword } from '#server/platform/passwords/passwords.ts'

/** For each code, over both calls that take one. */
const MAX_ATTEMPTS = 5

/**
 * Takes one of a code's tries and gives the hash that the code matched. One refusal for everything, after the same
 * work: an unknown e-mail, no code, an old one, a wrong one, too many tries.
 */
export async function verifyResetCode(db: Db, email: string, code: string): Promise<string> {
  // Counted before it is looked at: guesses made all at once are no better than guesses made in turn.
  const [storedCode] = await db
    .update(resetCodes)
    .set({ tries: sql`${resetCodes.tries} + 1` })
    .where(and(eq(resetCodes.email, email), gt(resetCodes.expiresAt, sql`now()`), lt(resetCodes.tries, MAX_ATTEMPTS)))
    .returning({ codeHash: resetCodes.codeHash })
  const codeHash = storedCode?.codeHash ?? null
  if (!(await verifyPassword(code, codeHash)) || codeHash === null) throw new AppError('wrong_code')
  return codeHash
}

/** A right code costs no try. */
export async function refundAttempt(db: Pick<Db, 'update'>, email: string, codeHash: string): Promise<void> {
  await db
    .update(resetCodes)
    .set({ tries: sql`${resetCodes.tries} - 1` })
    .where(and(eq(resetCodes.email, email), eq(resetCodes.codeHash, codeHash)))
}

/** True for exactly one of all who use the same code, however many do so at once. */
export async function consumeResetCode(db: Pick<Db, 'delete'>, email: string, codeHash: string): Promise<boolean> {
  const used = await db
    .delete(resetCodes)
    .where(and(eq(resetCodes.email, email), eq(resetCodes.codeHash, codeHash), gt(resetCodes.expiresAt, sql`now()`)))
    .returning({ email: resetCodes.email })
  return used.length > 0
}

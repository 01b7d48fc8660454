import { hash, randomInt } from 'node:crypto'
import { and, eq } from 'drizzle-orm'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { recoveryCodes } from '#server/platform/db/schema.ts'

const CODES = 10
/** Without letters and digits that look alike. */
const ALPHABET = 'abcdefghjkmnpqrstuvwxyz23456789'
const GROUPS = 4
const GROUP_LENGTH = 4

const normalize = (code: string) => code.toLowerCase().replace(/[\s-]/g, '')
const hashCode = (code: string) => hash('sha256', normalize(code), 'buffer')

const createCode = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(''),
  ).join('-')

/** Other than the codes of an app, these cannot be guessed. */
export const isRecoveryCode = (code: string) => normalize(code).length === GROUPS * GROUP_LENGTH

/** Replaces the codes of a user and returns the new ones, which are never shown again. */
export async function renewCodes(tx: Tx, userId: number): Promise<string[]> {
  const codes = Array.from({ length: CODES }, createCode)
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ userId, codeHash: hashCode(code) })))
  return codes
}

/** Of parallel uses of one code, only one gets true. */
export async function consumeRecoveryCode(db: Pick<Db, 'delete'>, userId: number, code: string): Promise<boolean> {
  const used = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, hashCode(code))))
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

import { and, eq, isNotNull, lt, sql } from 'drizzle-orm'
import { Secret, TOTP } from 'otpauth'
import type { Db } from '#server/platform/db/connect.ts'
import { totpSecrets } from '#server/platform/db/schema.ts'
import type { SecretBox } from '#server/platform/secrets/secret-box.ts'

/** RFC 6238 as every authenticator app has it: SHA-1, six digits, 30 seconds. */
const PERIOD_S = 30
const SECRET_BYTES = 20
/** For a clock that is off by up to half a minute, and a slow typist. */
const WINDOW_STEPS = 1
const ISSUER = 'Learn Lantern'
/** For six characters that are not ASCII the library throws, because it compares bytes. */
const CODE = /^\d{6}$/

const toOwner = (userId: number) => `totp ${userId}`

const createTotp = (secret: Secret, label = '') => new TOTP({ issuer: ISSUER, label, secret, period: PERIOD_S })

export interface NewTotp {
  secret: string
  uri: string
  encrypted: Buffer
}

export function createTotpSecret(secrets: SecretBox, { userId, email }: { userId: number; email: string }): NewTotp {
  const secret = new Secret({ size: SECRET_BYTES })
  return {
    secret: secret.base32,
    uri: createTotp(secret, email).toString(),
    encrypted: secrets.encrypt(secret.bytes, toOwner(userId)),
  }
}

/** False for a key that was encrypted with another `SECRET_KEY`. */
export const isReadableSecret = (secrets: SecretBox, row: Pick<typeof totpSecrets.$inferSelect, 'userId' | 'secret'>) =>
  secrets.decrypt(row.secret, toOwner(row.userId)) !== null

/**
 * Uses up the step of a right code, so that it works once. With `isSetup` the key is one that waits for its first code.
 * The database's clock counts, which all servers share.
 */
export async function acceptTotpCode(
  db: Pick<Db, 'select' | 'update'>,
  secrets: SecretBox,
  { userId, code, isSetup = false }: { userId: number; code: string; isSetup?: boolean },
): Promise<boolean> {
  if (!CODE.test(code)) return false
  const stateCondition = isSetup ? isInSetup : isNotNull(totpSecrets.confirmedAt)
  const [row] = await db
    .select({ secret: totpSecrets.secret, nowMs: sql<number>`(extract(epoch from now()) * 1000)::float8` })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), stateCondition))
  const secret = row && secrets.decrypt(row.secret, toOwner(userId))
  if (!secret) return false
  const totp = createTotp(new Secret({ buffer: toArrayBuffer(secret) }))
  const delta = totp.validate({ token: code, timestamp: row.nowMs, window: WINDOW_STEPS })
  if (delta === null) return false
  const step = totp.counter({ timestamp: row.nowMs }) + delta
  const accepted = await db
    .update(totpSecrets)
    .set({ lastStep: step, ...(isSetup && { confirmedAt: sql`now()` }) })
    .where(and(eq(totpSecrets.userId, userId), stateCondition, lt(totpSecrets.lastStep, step)))
    .returning({ userId: totpSecrets.userId })
  return accepted.length > 0
}

export async function hasConfirmedTotp(db: Pick<Db, 'select'>, userId: number): Promise<boolean> {
  const [row] = await db
    .select({ userId: totpSecrets.userId })
    .from(totpSecrets)
    .where(and(eq(totpSecrets.userId, userId), isNotNull(totpSecrets.confirmedAt)))
  return row !== undefined
}

const isInSetup = sql`${totpSecrets.confirmedAt} is null and ${totpSecrets.createdAt} > now() - interval '1 hour'`

const toArrayBuffer = (bytes: Buffer) => new Uint8Array(bytes).buffer

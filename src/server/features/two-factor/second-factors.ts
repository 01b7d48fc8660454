import { asc, count, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { SecondStep } from '#contract/schemas/accounts/account-security.ts'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { hasPasskey, hasTotp } from '#server/platform/db/second-factor.ts'
import { passkeys, recoveryCodes, totpSecrets, trustedBrowsers, users } from '#server/platform/db/schema.ts'
import type { Services } from '#server/pipeline/services.ts'
import { toRelyingParty } from './passkeys/relying-party.ts'
import { renewCodes } from './recovery-codes.ts'
import { countTrustedBrowsers } from './trusted-browsers.ts'

async function findFactors(db: Pick<Db, 'select'>, userId: number) {
  const [row] = await db
    .select({ hasTotp: sql<boolean>`${hasTotp}`, hasPasskey: sql<boolean>`${hasPasskey}`, codes: countCodes })
    .from(users)
    .where(eq(users.id, userId))
  return row ?? { hasTotp: false, hasPasskey: false, codes: 0 }
}

const countCodes = sql<number>`(
  select count(*) from ${recoveryCodes} where ${recoveryCodes.userId} = ${users.id}
)`.mapWith(Number)

/** What can finish a login, the most usual first. Empty for an account without a second factor. */
export async function findSecondSteps(db: Db | Tx, userId: number): Promise<SecondStep[]> {
  const factors = await findFactors(db, userId)
  const steps: SecondStep[] = []
  if (factors.hasTotp) steps.push('totp')
  if (factors.hasPasskey) steps.push('passkey')
  if (steps.length > 0 && factors.codes > 0) steps.push('recovery')
  return steps
}

/** Two changes of one user's factors wait for each other. */
export async function lockFactors(tx: Tx, userId: number): Promise<void> {
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update')
  if (!user) throw new AppError('user_not_found')
}

/** The recovery codes to show, which come with the first factor. */
export async function createFirstCodes(tx: Tx, userId: number): Promise<string[]> {
  const [row] = await tx.select({ codes: count() }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  return row?.codes === 0 ? renewCodes(tx, userId) : []
}

/** After a factor was removed. Without one left, nothing asks for a second step any more. */
export async function endWithoutFactors(tx: Tx, userId: number, isRequired: boolean): Promise<void> {
  const factors = await findFactors(tx, userId)
  if (factors.hasTotp || factors.hasPasskey) return
  if (isRequired)
    throw new AppError('second_factor_required', {
      text: 'Admins need two-step verification. Set up another way first',
    })
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** For an account whose owner has lost everything, or was never the one who set it up. False without a factor. */
export async function removeSecondFactors(tx: Tx, userId: number): Promise<boolean> {
  const factors = await findFactors(tx, userId)
  for (const table of [totpSecrets, passkeys, recoveryCodes, trustedBrowsers])
    await tx.delete(table).where(eq(table.userId, userId))
  return factors.hasTotp || factors.hasPasskey
}

/** What the account page shows. */
export async function readSecondFactor(db: Db, userId: number, isRequired: boolean, settings: Services['settings']) {
  const rows = await db
    .select({ id: passkeys.id, name: passkeys.name, createdAt: passkeys.createdAt, lastUsedAt: passkeys.lastUsedAt })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.id))
  const factors = await findFactors(db, userId)
  return {
    hasTotp: factors.hasTotp,
    passkeys: rows.map(({ id, name, createdAt, lastUsedAt }) => ({
      passkey_id: id,
      name,
      created_date: createdAt.toISOString(),
      last_used: lastUsedAt?.toISOString() ?? null,
    })),
    recoveryCodes: factors.codes,
    trustedBrowsers: await countTrustedBrowsers(db, userId),
    isRequired,
    canAddPasskeys: toRelyingParty(settings.publicUrl) !== null,
  }
}

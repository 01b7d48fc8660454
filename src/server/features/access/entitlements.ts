import { and, asc, eq, gt, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { EntitlementSource } from '#contract/choices.ts'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { isForeignKeyViolation } from '#server/platform/db/database-errors.ts'
import { enrollments, entitlements } from '#server/platform/db/schema.ts'
import { revokeCertificatesOf } from '#server/features/certificates/issue-certificate.ts'
import { isLiveEntitlement } from './entitlement-sql.ts'
import { lockAccess, updateAccess } from './update-access.ts'

interface Grant {
  userId: number
  courseId: number
  source: EntitlementSource
  /** With the sources `order` and `coupon`. */
  orderId?: number
  /** Lifetime access without it. */
  endsAt?: Date
}

/**
 * Opens a course for a student, who is enrolled with it. Returns false if that changes nothing: an order grants once,
 * and a source without an order does not grant again what it grants already.
 */
export async function grantEntitlement(tx: Tx, grant: Grant): Promise<boolean> {
  const { userId, courseId, source, orderId = null, endsAt = null } = grant
  await lockOrEnroll(tx, userId, [courseId])
  if (orderId === null && (await isGranted(tx, grant))) return false
  const added = await tx
    .insert(entitlements)
    .values({ userId, courseId, source, orderId, startsAt: sql`now()`, endsAt })
    .onConflictDoNothing()
    .returning({ id: entitlements.id })
  if (added.length > 0) await updateAccess(tx, userId, courseId)
  return added.length > 0
}

/** Before several grants of one transaction: each ends with the user's lock, and after it no enrollment may be waited for. */
export async function lockOrEnroll(tx: Tx, userId: number, courseIds: readonly number[]): Promise<void> {
  const enrolled = await lockAccess(tx, userId, courseIds)
  const missing = courseIds.filter((courseId) => !enrolled.includes(courseId)).toSorted((a, b) => a - b)
  if (missing.length === 0) return
  for (const courseId of missing) await addEnrollment(tx, userId, courseId)
  // Another transaction may have been first, or have deleted the user since.
  if ((await lockAccess(tx, userId, missing)).length < missing.length) throw new AppError('not_signed_in')
}

/** Without the user's lock, which comes after the enrollment's: to wait for another's enrollment with it could deadlock. */
async function addEnrollment(tx: Tx, userId: number, courseId: number): Promise<void> {
  try {
    await tx.insert(enrollments).values({ userId, courseId, accessUntil: '-infinity' }).onConflictDoNothing()
  } catch (error) {
    // The user was deleted: the course is locked.
    throw isForeignKeyViolation(error) ? new AppError('not_signed_in', { cause: error }) : error
  }
}

async function isGranted(tx: Tx, { userId, courseId, source, endsAt }: Grant): Promise<boolean> {
  const lastsAsLong = endsAt
    ? or(isNull(entitlements.endsAt), gt(entitlements.endsAt, endsAt))
    : isNull(entitlements.endsAt)
  const found = await tx
    .select({ id: entitlements.id })
    .from(entitlements)
    .where(
      and(
        eq(entitlements.userId, userId),
        eq(entitlements.courseId, courseId),
        eq(entitlements.source, source),
        isNull(entitlements.orderId),
        isLiveEntitlement,
        lastsAsLong,
      ),
    )
    .limit(1)
  return found.length > 0
}

export const hasNotEnded = sql`(${entitlements.endsAt} is null or ${entitlements.endsAt} > now())`

type SuspensionReason = 'Refunded' | 'Disputed'

/** Ends what an order gave: for good after a refund, for a while in a dispute. */
export async function suspendOrderEntitlements(tx: Tx, orderId: number, reason: SuspensionReason): Promise<void> {
  const change = { revokedAt: sql`now()`, revokedReason: reason }
  const found = await changeOrderEntitlements(tx, orderId, isNull(entitlements.revokedAt), change)
  for (const entitlement of found) await revokeCertificatesOf(tx, entitlement)
}

/** Gives back what was suspended for the reason, except what an admin has ended since. */
export async function restoreOrderEntitlements(tx: Tx, orderId: number, reason: SuspensionReason): Promise<void> {
  const change = { revokedAt: null, revokedReason: null }
  await changeOrderEntitlements(tx, orderId, sql`${eq(entitlements.revokedReason, reason)} and ${hasNotEnded}`, change)
}

/** Returns what the order gave. */
async function changeOrderEntitlements(
  tx: Tx,
  orderId: number,
  condition: SQL,
  change: { revokedAt: SQL | null; revokedReason: string | null },
): Promise<{ userId: number; courseId: number }[]> {
  const found = await tx
    .select({ userId: entitlements.userId, courseId: entitlements.courseId })
    .from(entitlements)
    .where(eq(entitlements.orderId, orderId))
    .orderBy(asc(entitlements.courseId))
  const [first] = found
  // None was granted, or the account was deleted.
  if (!first) return []
  const courseIds = await lockAccess(
    tx,
    first.userId,
    found.map(({ courseId }) => courseId),
  )
  await tx
    .update(entitlements)
    .set(change)
    .where(and(eq(entitlements.orderId, orderId), condition))
  for (const courseId of courseIds) await updateAccess(tx, first.userId, courseId)
  return found
}

/** Ends every entitlement of the student to the course, a suspended one too. Returns false if there was none. */
export async function revokeEntitlements(
  tx: Tx,
  { userId, courseId, reason }: { userId: number; courseId: number; reason: string },
): Promise<boolean> {
  await lockAccess(tx, userId, [courseId])
  const ended = await tx
    .update(entitlements)
    .set({
      // The end stays when a dispute is won later.
      endsAt: sql`now()`,
      revokedAt: sql`coalesce(${entitlements.revokedAt}, now())`,
      revokedReason: reason,
    })
    .where(and(eq(entitlements.userId, userId), eq(entitlements.courseId, courseId), hasNotEnded))
    .returning({ id: entitlements.id })
  if (ended.length > 0) await updateAccess(tx, userId, courseId)
  return ended.length > 0
}

import { and, asc, eq, inArray, isNotNull, isNull, not, or, sql } from 'drizzle-orm'
import { hasNotEnded } from '#server/features/access/entitlements.ts'
import { isJoined, updateAccess } from '#server/features/access/update-access.ts'
import { revokeCertificatesOf } from '#server/features/certificates/issue-certificate.ts'
import { REFUNDABLE_STATUSES } from '#server/features/orders/order-row.ts'
import { removeOwnReviews } from '#server/features/orders/refunds/remove-own-reviews.ts'
import { openCourses } from '#server/features/orders/state/settle-order.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, entitlements, orders, users } from '#server/platform/db/schema.ts'

/** Before the user's rows return: the courses that they change, in the order of all transactions. */
export async function lockArchivedCourses(tx: Tx, trashId: number): Promise<void> {
  await tx
    .select({ id: courses.id })
    .from(courses)
    .where(
      sql`${courses.id} in (select ("row" ->> 'course_id')::bigint from trash_rows
        where trash_id = ${trashId} and table_name in ('reviews', 'enrollments'))`,
    )
    .orderBy(asc(courses.id))
    .for('no key update')
}

/** After the user's rows have returned: what was counted without them, or has happened to their orders meanwhile. */
export async function updateRestoredUser(tx: Tx, userId: number): Promise<void> {
  await tx.execute(sql`
    update courses set reviews_count = reviews_count + own.n, stars_sum = stars_sum + own.stars
    from (select course_id, count(*)::int as n, sum(stars)::int as stars from reviews where user_id = ${userId} group by 1) own
    where own.course_id = courses.id
  `)
  await tx.execute(sql`
    update enrollments e set completed_lessons = (
      select count(*) from lesson_progress p join lessons l on l.id = p.lesson_id
      where l.course_id = e.course_id and p.user_id = e.user_id and p.completed_at is not null)
    where e.user_id = ${userId}
  `)
  await removeReviewsOfRefunds(tx, userId)
  await updateAccessOfOrders(tx, userId)
  const live = tx.select({ id: courses.id }).from(courses).where(isNull(courses.deletedAt))
  const joined = tx
    .select({ n: sql`count(*)` })
    .from(enrollments)
    .where(and(eq(enrollments.userId, userId), isJoined, inArray(enrollments.courseId, live)))
  await tx
    .update(users)
    .set({ courseJoined: sql`(${joined})` })
    .where(eq(users.id, userId))
}

/** Also where the payment service has not made the refund yet. */
const isRefundedInFull = sql`(${orders.totalCents} > 0 and ${orders.totalCents} = (
  select coalesce(sum(r.amount_cents), 0) from refunds r where r.order_id = orders.id and r.status in ('pending', 'succeeded')))`

/** The student's choice with a request that was granted while the reviews were in the trash. */
async function removeReviewsOfRefunds(tx: Tx, userId: number): Promise<void> {
  const granted = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), eq(orders.removesReview, true), isRefundedInFull))
    .orderBy(asc(orders.id))
  for (const order of granted) await removeOwnReviews(tx, order)
}

/** What happened to the orders while the user was in the trash has opened and closed nothing. */
async function updateAccessOfOrders(tx: Tx, userId: number): Promise<void> {
  const opensNothing = sql`not exists (select from entitlements e where e.order_id = orders.id)`
  const paid = await tx
    .select()
    .from(orders)
    .where(and(eq(orders.userId, userId), isNotNull(orders.paidAt), opensNothing))
    .orderBy(asc(orders.id))
  for (const order of paid) await openCourses(tx, order, userId)
  await reopenCourses(tx, userId)
  const revoked = await tx
    .update(entitlements)
    .set({
      revokedAt: sql`now()`,
      revokedReason: sql`case when ${orders.status} in ('disputed', 'lost') then 'Disputed' else 'Refunded' end`,
    })
    .from(orders)
    .where(
      and(
        eq(entitlements.userId, userId),
        isNull(entitlements.revokedAt),
        eq(orders.id, entitlements.orderId),
        or(inArray(orders.status, ['refunded', 'disputed', 'lost']), isRefundedInFull),
      ),
    )
    .returning({ courseId: entitlements.courseId })
  const owned = await tx
    .select({ courseId: enrollments.courseId })
    .from(enrollments)
    .where(eq(enrollments.userId, userId))
    .orderBy(asc(enrollments.courseId))
  for (const { courseId } of owned) await updateAccess(tx, userId, courseId)
  for (const { courseId } of revoked) await revokeCertificatesOf(tx, { userId, courseId })
}

/** After a dispute that was won, or a refund request that was dismissed, except what an admin has ended. */
const reopenCourses = (tx: Tx, userId: number) =>
  tx
    .update(entitlements)
    .set({ revokedAt: null, revokedReason: null })
    .from(orders)
    .where(
      and(
        eq(entitlements.userId, userId),
        hasNotEnded,
        eq(orders.id, entitlements.orderId),
        inArray(orders.status, REFUNDABLE_STATUSES),
        not(isRefundedInFull),
        or(
          eq(entitlements.revokedReason, 'Disputed'),
          and(eq(entitlements.revokedReason, 'Refunded'), isNull(orders.refundRequestedAt)),
        ),
      ),
    )

import { and, count, eq, ne, or, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { REFUNDS_A_YEAR } from '#contract/limits.ts'
import { formatMoney, toDollars } from '#contract/money.ts'
import { suspendOrderEntitlements } from '#server/features/access/entitlements.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { orders, refunds } from '#server/platform/db/schema.ts'
import { type OrderRow, REFUNDABLE_STATUSES } from '../order-row.ts'
import { logOrderChange, type OrderActor, reportOrderTrouble } from '../state/order-events.ts'
import type { LockedOrder } from '../state/change-order.ts'
import { removeOwnReviews } from './remove-own-reviews.ts'

/** Longer than a call to a payment service takes, so that the job does not make the same attempt. */
export const FIRST_RETRY_DELAY_S = 90

interface RefundRequest {
  isAdmin: boolean
  by: OrderActor
  reason: string
  /** Undefined: the whole rest. */
  amountCents: number | undefined
  /** The rest that was shown; undefined: it is not compared. */
  shownCents: number | undefined
  removeReview: boolean
}

interface StartedRefund {
  refundId: number
  amountCents: number
  removesReview: boolean
}

/**
 * Notes a refund and closes the course, before the provider is asked: an order is never refunded and open. Returns null
 * where an admin must decide.
 */
export async function startRefund(tx: Tx, order: LockedOrder, request: RefundRequest): Promise<StartedRefund | null> {
  const restCents = await requireRefundable(tx, order)
  if (request.shownCents !== undefined && request.shownCents !== restCents)
    throw new AppError('order_state', { text: 'The amount that can be refunded has changed. Check the order first' })
  const amountCents = request.amountCents ?? restCents
  if (amountCents > restCents)
    throw new AppError('invalid_input', { text: 'The amount is more than what is left of the payment' })
  if (!request.isAdmin) {
    if (!order.isInRefundTime) throw new AppError('refund_too_late')
    if (order.refundRequestedAt !== null) throw new AppError('order_state')
    const earlier = await countRefunds(tx, order, request.by)
    if (earlier >= REFUNDS_A_YEAR) {
      await setRequested(tx, order, { removesReview: request.removeReview })
      await logOrderChange(tx, order, withReason('Asked for a refund', request.reason), request.by)
      await reportOrderTrouble(
        tx,
        order.id,
        `An admin decides about this refund: the student has had ${earlier} in a year`,
      )
      return null
    }
  }
  const isFull = amountCents === restCents
  const removesReview = request.removeReview || (isFull && request.isAdmin && order.removesReview)
  if (removesReview) await removeOwnReviews(tx, order)
  // After a part the student keeps the course, and may still ask for the rest.
  if (isFull) {
    await suspendOrderEntitlements(tx, order.id, 'Refunded')
    // What was to be removed is, unless the account is in the trash.
    await setRequested(tx, order, { removesReview: removesReview && order.userId === null })
  }
  const [refund] = await tx
    .insert(refunds)
    .values({
      ...{ orderId: order.id, amountCents, reason: request.reason, requestedBy: request.by.email, tries: 1 },
      nextTryAt: sql`now() + make_interval(secs => ${FIRST_RETRY_DELAY_S})`,
    })
    .returning({ id: refunds.id })
  if (!refund) throw new Error('The refund was not noted')
  const amount = formatMoney(toDollars(amountCents), order.currency)
  await logOrderChange(tx, order, withReason(`Refund of ${amount} started`, request.reason), request.by)
  return { refundId: refund.id, amountCents, removesReview }
}

const setRequested = (tx: Tx, { id }: OrderRow, choice: { removesReview: boolean }) =>
  tx
    .update(orders)
    .set({ refundRequestedAt: sql`now()`, ...choice })
    .where(eq(orders.id, id))

const withReason = (text: string, reason: string) => (reason === '' ? text : `${text}: ${reason}`)

/** What is neither refunded nor on its way back, in cents. */
async function requireRefundable(tx: Tx, order: OrderRow): Promise<number> {
  if (order.status === 'refunded') throw new AppError('already_refunded')
  if (!REFUNDABLE_STATUSES.some((status) => status === order.status)) throw new AppError('order_state')
  if (order.totalCents === 0)
    throw new AppError('order_state', { text: 'Nothing was paid for this order, so there is nothing to refund' })
  const [pending] = await tx
    .select({ cents: sql<number>`coalesce(sum(${refunds.amountCents}), 0)::int` })
    .from(refunds)
    .where(and(eq(refunds.orderId, order.id), eq(refunds.status, 'pending')))
  const restCents = order.totalCents - order.refundedCents - (pending?.cents ?? 0)
  if (restCents <= 0) throw new AppError('already_refunded')
  return restCents
}

/** Orders that the student was refunded in a year: in full, or as asked for, but not a part that an admin gave back. */
async function countRefunds(tx: Tx, { userId }: OrderRow, { email }: OrderActor): Promise<number> {
  if (userId === null) return 0
  // Refunds of other orders at the same time wait, and count this one.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`refunds of user ${userId}`}, 0))`)
  const [refunded] = await tx
    .select({ orders: count(sql`distinct ${refunds.orderId}`) })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(
      and(
        eq(orders.userId, userId),
        ne(refunds.status, 'failed'),
        or(
          eq(refunds.amountCents, orders.totalCents),
          eq(refunds.requestedBy, orders.buyerEmail),
          // The student's address may have changed since the purchase.
          eq(refunds.requestedBy, email),
        ),
        sql`${refunds.createdAt} > now() - interval '365 days'`,
      ),
    )
  return refunded?.orders ?? 0
}

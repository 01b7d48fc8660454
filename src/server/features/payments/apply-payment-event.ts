import { and, eq, sql } from 'drizzle-orm'
import { formatMoney, toDollars } from '#contract/money.ts'
import {
  isPaymentProblem,
  isReturnedProblem,
  toRefundedProblem,
  toTakenBackProblem,
} from '#contract/payment-problem.ts'
import { restoreOrderEntitlements, suspendOrderEntitlements } from '#server/features/access/entitlements.ts'
import type { OrderRow } from '#server/features/orders/order-row.ts'
import { applyRefundedTotal } from '#server/features/orders/refunds/finish-refund.ts'
import { applyStatus } from '#server/features/orders/state/apply-status.ts'
import { changeOrder, type OrderServices } from '#server/features/orders/state/change-order.ts'
import { addOrderEvent, reportOrderTrouble } from '#server/features/orders/state/order-events.ts'
import { toWords, transition } from '#server/features/orders/state/transition.ts'
import { syncOrder } from '#server/features/orders/payment/sync-order.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { orders, paymentEvents } from '#server/platform/db/schema.ts'
import type { PaymentEvent, PaymentProvider } from '#server/platform/payments/provider.ts'

/** Stores an event and applies it, both once. An event for another site's or provider's order is stored only. */
export async function applyPaymentEvent(
  services: OrderServices,
  { name }: Pick<PaymentProvider, 'name'>,
  event: PaymentEvent,
): Promise<void> {
  const [order] = await services.db
    .select()
    .from(orders)
    .where(and(eq(orders.id, event.orderId), eq(orders.provider, name)))
  const values = { provider: name, eventId: event.id, type: event.type, orderId: order?.id ?? null }
  if (!order) {
    await services.db.insert(paymentEvents).values(values).onConflictDoNothing()
    return
  }
  // A refund or dispute that overtakes its payment's event.
  if (order.status === 'pending' && !isPaymentStatus(event.change)) await syncOrder(services, order)
  await changeOrder(services, order.id, async (tx, locked) => {
    const stored = await tx
      .insert(paymentEvents)
      .values({ ...values, processedAt: sql`now()` })
      .onConflictDoNothing()
      .returning({ eventId: paymentEvents.eventId })
    if (stored.length > 0) await applyChange(tx, locked, event.change)
  })
}

type PaymentChange = PaymentEvent['change']
type Dispute = Extract<PaymentChange, { disputeReference: string }>
type LateChange = Dispute | Extract<PaymentChange, { state: 'refunded' }>

const isPaymentStatus = (change: PaymentChange): change is Exclude<PaymentChange, LateChange> =>
  !['disputed', 'dispute_won', 'dispute_lost', 'refunded'].includes(change.state)

async function applyChange(tx: Tx, order: OrderRow, change: PaymentChange): Promise<void> {
  if (isPaymentStatus(change)) await applyStatus(tx, order, change)
  else if (order.paidAt === null) await noteUntakenPayment(tx, order, change)
  else if (change.state === 'refunded') await applyRefundedTotal(tx, order, change.refundedCents)
  else if (change.state === 'disputed') await openDispute(tx, order, change)
  else await closeDispute(tx, order, change)
}

/** Of a payment that the order did not take, because it had ended or the amount was another. */
async function noteUntakenPayment(tx: Tx, order: OrderRow, change: LateChange): Promise<void> {
  if (order.status === 'pending' && !isPaymentProblem(order.problem))
    await addOrderEvent(tx, order.id, `Ignored before the payment: ${change.state}`)
  else if (change.state === 'refunded') {
    const amount = formatMoney(toDollars(change.refundedCents), change.currency ?? order.currency)
    await addOrderEvent(tx, order.id, `Refunded ${amount} in the payment service`)
    // After a part of it the rest is still to be refunded.
    if (order.problem?.startsWith(`${amount} `)) await noteReturned(tx, order, toRefundedProblem)
  } else if (change.state === 'disputed') {
    const text = `${DISPUTED}, and the order is ${toWords(order.status)}. Answer the dispute in the payment service`
    await reportOrderTrouble(tx, order.id, text)
  } else if (change.state === 'dispute_lost') {
    await noteReturned(tx, order, toTakenBackProblem)
    await reportLateLoss(tx, order)
  } else await addOrderEvent(tx, order.id, WON)
}

/** Nobody refunds the payment again. */
async function noteReturned(
  tx: Tx,
  { id, problem }: OrderRow,
  toReturnedProblem: (problem: string) => string,
): Promise<void> {
  if (problem === null || !isPaymentProblem(problem) || isReturnedProblem(problem)) return
  await tx
    .update(orders)
    .set({ problem: toReturnedProblem(problem) })
    .where(eq(orders.id, id))
}

const WON = 'The dispute was won'
const DISPUTED = 'The bank disputes the payment'
const LOST = 'The dispute was lost'

/** An order has one dispute. An admin looks at a second one. */
async function openDispute(tx: Tx, order: OrderRow, { disputeReference }: Dispute): Promise<void> {
  if (order.disputedAt !== null) {
    // Its end came first.
    if (order.disputeReference === disputeReference) return
    const text = `${DISPUTED}, which was disputed before. Look at it in the payment service`
    return reportOrderTrouble(tx, order.id, text)
  }
  const set = { disputedAt: sql`now()`, disputeReference }
  if (!(await transition(tx, order, 'disputed', { text: DISPUTED, set })))
    return reportOrderTrouble(tx, order.id, 'Answer the dispute in the payment service')
  await suspendOrderEntitlements(tx, order.id, 'Disputed')
  await reportOrderTrouble(tx, order.id, 'The course is closed until the dispute is decided')
}

async function closeDispute(tx: Tx, order: OrderRow, { state: result, disputeReference }: Dispute): Promise<void> {
  if (order.disputedAt === null) {
    // The end came first.
    await tx
      .update(orders)
      .set({ disputedAt: sql`now()`, disputeReference })
      .where(eq(orders.id, order.id))
    if (result === 'dispute_won') return
    if (!(await transition(tx, order, 'disputed', { text: DISPUTED }))) return reportLateLoss(tx, order)
    await suspendOrderEntitlements(tx, order.id, 'Disputed')
  } else if (order.status !== 'disputed' || isOther(order, disputeReference))
    return result === 'dispute_lost' ? reportLateLoss(tx, order) : undefined
  const disputed: OrderRow = { ...order, status: 'disputed' }
  if (result === 'dispute_lost') {
    const text = `${LOST}: the bank has taken the payment back`
    await transition(tx, disputed, 'lost', { text, set: { refundRequestedAt: null } })
    await reportOrderTrouble(tx, order.id, 'The course stays closed')
    return
  }
  const to = order.refundedCents > 0 ? 'partially_refunded' : 'paid'
  await transition(tx, disputed, to, { text: WON })
  // What a refund has closed stays closed.
  await restoreOrderEntitlements(tx, order.id, 'Disputed')
}

const isOther = (order: OrderRow, reference: string) =>
  order.disputeReference !== null && order.disputeReference !== reference

/** The order cannot follow: it is refunded, or has had another dispute. */
const reportLateLoss = (tx: Tx, order: OrderRow) =>
  reportOrderTrouble(
    tx,
    order.id,
    `${LOST}, and the order is ${toWords(order.status)}. Look at it in the payment service`,
  )

import { eq } from 'drizzle-orm'
import { formatMoney, toDollars } from '#contract/money.ts'
import { toAmountProblem, toLateProblem, toRefundedProblem, toTakenBackProblem } from '#contract/payment-problem.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { orders } from '#server/platform/db/schema.ts'
import type { PaymentStatus } from '#server/platform/payments/provider.ts'
import type { OrderRow } from '../order-row.ts'
import { addOrderEvent, mailBuyer, reportOrderTrouble } from './order-events.ts'
import { settleOrder } from './settle-order.ts'
import { transition } from './transition.ts'

const MAX_PROBLEM_LENGTH = 300

/** Brings an order to what its provider says. What comes twice, late or out of order changes nothing. */
export async function applyStatus(tx: Tx, order: OrderRow, status: PaymentStatus): Promise<void> {
  if (status.state === 'paid') return applyPayment(tx, order, status)
  if (order.status !== 'pending') return
  if (status.state === 'processing' && !order.isProcessing) {
    await tx.update(orders).set({ isProcessing: true, problem: null }).where(eq(orders.id, order.id))
    await addOrderEvent(tx, order.id, 'The payment is on its way')
  } else if (status.state === 'failed') {
    const problem = status.problem.slice(0, MAX_PROBLEM_LENGTH)
    await tx.update(orders).set({ isProcessing: false, problem }).where(eq(orders.id, order.id))
    await addOrderEvent(tx, order.id, `The payment failed: ${problem}`)
  } else if (status.state === 'ended') {
    const problem = status.problem?.slice(0, MAX_PROBLEM_LENGTH)
    const text = problem === undefined ? 'The checkout ended without a payment' : `The payment failed: ${problem}`
    const set = problem === undefined ? {} : { problem }
    const isEnded = await transition(tx, order, 'expired', { text, set })
    // Its page has promised an email.
    if (isEnded && order.isProcessing) await mailBuyer(tx, order, { kind: 'payment-failed' })
  }
}

/** Whether a payment is what the order costs. */
export const fits = (
  { totalCents, currency }: Pick<OrderRow, 'totalCents' | 'currency'>,
  paid: { amountCents: number; currency: string },
): boolean => paid.amountCents === totalCents && paid.currency === currency

async function applyPayment(
  tx: Tx,
  order: OrderRow,
  { amountCents, currency, paymentReference }: Extract<PaymentStatus, { state: 'paid' }>,
): Promise<void> {
  const isKnown = order.paidAt !== null && order.paymentReference === paymentReference
  if (isKnown) return
  const amount = formatMoney(toDollars(amountCents), currency)
  if (order.status === 'pending' && !fits(order, { amountCents, currency })) {
    const problem = toAmountProblem(amount, formatMoney(toDollars(order.totalCents), order.currency))
    if (isNoted(order, problem)) return
    await tx.update(orders).set({ problem, isProcessing: false }).where(eq(orders.id, order.id))
    await reportOrderTrouble(tx, order.id, `${problem}. Refund payment ${paymentReference} in the payment service`)
    return
  }
  const isEnded = order.status === 'cancelled' || order.status === 'expired'
  const lateProblem = toLateProblem(amount)
  if (isEnded && isNoted(order, lateProblem)) return
  const buyer = { email: order.buyerEmail, student_id: order.userId }
  if (await settleOrder(tx, order, { paymentReference, text: `Paid ${amount}`, by: buyer })) return
  if (isEnded) await tx.update(orders).set({ problem: lateProblem }).where(eq(orders.id, order.id))
  await reportOrderTrouble(tx, order.id, `${lateProblem}. Refund payment ${paymentReference} in the payment service`)
}

const isNoted = (order: OrderRow, problem: string): boolean =>
  [problem, toRefundedProblem(problem), toTakenBackProblem(problem)].some((noted) => order.problem === noted)

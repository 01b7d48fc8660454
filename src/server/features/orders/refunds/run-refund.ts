import { and, asc, eq, getTableColumns, gte, like, lte, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { orderEvents, orders, refunds } from '#server/platform/db/schema.ts'
import type { OrderRow } from '../order-row.ts'
import { changeOrder, type OrderServices } from '../state/change-order.ts'
import { addOrderEvent, reportOrderTrouble } from '../state/order-events.ts'
import { finishRefund } from './finish-refund.ts'
import { FIRST_RETRY_DELAY_S } from './start-refund.ts'

const MAX_RETRY_DELAY_S = 3_600
/** About three days. */
const MAX_TRIES = 75

type RefundRow = typeof refunds.$inferSelect

/** Asks the provider for a refund that is noted. A failure is written into the timeline, and the job tries again. */
export async function runRefund(services: OrderServices, refundId: number): Promise<void> {
  const [row] = await services.db
    .select({ refund: getTableColumns(refunds), order: getTableColumns(orders) })
    .from(refunds)
    .innerJoin(orders, eq(orders.id, refunds.orderId))
    .where(and(eq(refunds.id, refundId), eq(refunds.status, 'pending')))
  if (!row) return
  const { order } = row
  const outcome = await askProvider(services, order, row.refund)
  await changeOrder(services, order.id, async (tx, locked) => {
    const [refund] = await tx
      .select()
      .from(refunds)
      .where(and(eq(refunds.id, refundId), eq(refunds.status, 'pending')))
    // The payment service has reported it, or another process has finished it, meanwhile.
    if (!refund) return
    if ('problem' in outcome) return noteFailure(tx, locked, refund, outcome.problem)
    if (outcome.status === 'succeeded') return finishRefund(tx, order.id, refundId, outcome.reference)
    if (refund.reference !== null) return
    await tx.update(refunds).set({ reference: outcome.reference }).where(eq(refunds.id, refundId))
    await addOrderEvent(tx, order.id, 'The payment service has taken the refund, which is on its way')
  })
}

async function askProvider({ payments }: OrderServices, order: OrderRow, { id, amountCents }: RefundRow) {
  if (order.provider === null) return { problem: 'Nothing was paid' }
  try {
    return await payments.getProvider(order.provider).refund({ order, refundId: id, amountCents })
  } catch (error) {
    const isOff = error instanceof AppError && error.code === 'not_configured'
    return { problem: isOff ? `The payment service ${order.provider} is off` : 'The payment service did not refund' }
  }
}

const RETRY_NOTICE = 'It is tried again by itself'

async function noteFailure(tx: Tx, { refundRequestedAt }: OrderRow, refund: RefundRow, problem: string): Promise<void> {
  const { id, orderId, tries } = refund
  const isLast = tries >= MAX_TRIES
  if (isLast)
    await tx
      .update(refunds)
      .set({ status: 'failed', doneAt: sql`now()` })
      .where(eq(refunds.id, id))
  // After a full refund the course stays closed, and an admin decides. A part has closed nothing.
  const advice = refundRequestedAt === null ? 'Refund it again' : 'Refund it again or dismiss it'
  if (isLast) await reportOrderTrouble(tx, orderId, `${problem} after ${tries} attempts. ${advice}`)
  else if (!(await isReported(tx, refund))) await reportOrderTrouble(tx, orderId, `${problem}. ${RETRY_NOTICE}`)
}

/** Not by the number of attempts: the first may have ended with a crash. */
async function isReported(tx: Tx, { orderId, createdAt }: RefundRow): Promise<boolean> {
  const [reported] = await tx
    .select({ id: orderEvents.id })
    .from(orderEvents)
    .where(
      and(
        eq(orderEvents.orderId, orderId),
        gte(orderEvents.createdAt, createdAt),
        like(orderEvents.text, `%${RETRY_NOTICE}`),
      ),
    )
    .limit(1)
  return reported !== undefined
}

/**
 * Tries again what is due, and returns how many there were. Claiming a refund moves its next attempt.
 * @param stopping ends it after the current refund
 */
export async function runDueRefunds(services: OrderServices, stopping?: AbortSignal): Promise<number> {
  let done = 0
  while (!stopping?.aborted) {
    const id = await claimNext(services.db)
    if (id === undefined) break
    await runRefund(services, id)
    done += 1
  }
  return done
}

async function claimNext(db: Db): Promise<number | undefined> {
  const due = db
    .select({ id: refunds.id })
    .from(refunds)
    .where(and(eq(refunds.status, 'pending'), lte(refunds.nextTryAt, sql`now()`)))
    .orderBy(asc(refunds.nextTryAt))
    .limit(1)
    .for('update', { skipLocked: true })
  const [claimed] = await db
    .update(refunds)
    .set({
      tries: sql`${refunds.tries} + 1`,
      nextTryAt: sql`now() + make_interval(secs => least(${MAX_RETRY_DELAY_S}, ${FIRST_RETRY_DELAY_S} * 2 ^ least(${refunds.tries}, 10)))`,
    })
    .where(eq(refunds.id, sql`(${due})`))
    .returning({ id: refunds.id })
  return claimed?.id
}

import { and, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { formatMoney, toCents } from '#contract/money.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { sumCents } from '#server/features/orders/checkout/quote.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { refunds } from '#server/platform/db/schema.ts'
import { findOrder } from '../order-row.ts'
import { changeOrder } from '../state/change-order.ts'
import { logOrderChange } from '../state/order-events.ts'

/** Refused when another amount waits to be sent by now. */
export const markRefundSent: Handler<'markRefundSent'> = async (services, { order_id, amount }) => {
  const { db, payments, user, from } = services
  await changeOrder(services, order_id, async (tx, order) => {
    if (order.provider !== 'manual') throw new AppError('order_state')
    const sent = await tx
      .update(refunds)
      .set({ sentAt: sql`now()` })
      .where(and(eq(refunds.orderId, order_id), eq(refunds.status, 'succeeded'), isNull(refunds.sentAt)))
      .returning({ amountCents: refunds.amountCents })
    const sentCents = sumCents(sent.map(({ amountCents }) => amountCents))
    if (sentCents === 0 || sentCents !== toCents(amount)) throw new AppError('order_state')
    await logOrderChange(tx, order, `Refund of ${formatMoney(amount, order.currency)} sent`, user)
    const subject = { kind: 'order', id: order_id, name: order.number, userId: order.userId } as const
    const [before, after] = [{ refundToSendCents: sentCents }, { refundToSendCents: 0 }]
    await writeAudit(tx, { actor: user, from, action: 'order.mark_refund_sent', subject, before, after })
  })
  return { msg: await findOrder(db, payments, order_id, user) }
}

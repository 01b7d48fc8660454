import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { findOrder } from '#server/features/orders/order-row.ts'
import { changeOrder } from '#server/features/orders/state/change-order.ts'
import { settleOrder } from '#server/features/orders/state/settle-order.ts'

export const markOrderPaid: Handler<'markOrderPaid'> = async (services, { order_id, reference }) => {
  const { db, payments, user, from } = services
  const isPaid = await changeOrder(services, order_id, async (tx, order) => {
    const settlement = { paymentReference: reference, text: `Marked paid: ${reference}`, by: user }
    if (order.provider !== 'manual' || !(await settleOrder(tx, order, settlement))) return false
    const subject = { kind: 'order', id: order_id, name: order.number, userId: order.userId } as const
    const [before, after] = [{ status: order.status }, { status: 'paid', reference }]
    await writeAudit(tx, { actor: user, from, action: 'order.mark_paid', subject, before, after })
    return true
  })
  if (!isPaid) throw new AppError('order_state')
  return { msg: await findOrder(db, payments, order_id, user) }
}

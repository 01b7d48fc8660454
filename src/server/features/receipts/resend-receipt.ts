import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { addOrderEvent, mailBuyer } from '#server/features/orders/state/order-events.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { orders } from '#server/platform/db/schema.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { readReceipt } from './read-receipt.ts'

/** The email is rendered when it is sent, so it shows refunds that came since. */
export const resendReceipt: Handler<'resendReceipt'> = async ({ db, mailer, user, from }, { order_id }) => {
  await db.transaction(async (tx) => {
    const [order] = await tx
      .select({ id: orders.id, userId: orders.userId })
      .from(orders)
      .where(eq(orders.id, order_id))
    if (!order) throw new AppError('order_not_found')
    const receipt = await readReceipt(tx, order_id)
    if (!receipt) throw new AppError('order_state', { text: 'This order is not paid, so it has no receipt' })
    const sentTo = await mailBuyer(tx, order, { kind: 'receipt' })
    if (sentTo === null) throw new AppError('user_not_found')
    await addOrderEvent(tx, order_id, 'Receipt sent again', user.email)
    const message = `Order ${receipt.order.number}: receipt sent again`
    await writeLog(tx, { kind: 'order', message, email: user.email, studentId: user.student_id })
    const subject = { kind: 'order', id: order_id, name: receipt.order.number, userId: order.userId } as const
    const after = { sentTo }
    await writeAudit(tx, { actor: user, from, action: 'order.resend_receipt', subject, after })
  })
  mailer.wake()
  return { msg: 'Receipt sent' }
}

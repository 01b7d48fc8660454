import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { addOrderEvent } from '#server/features/orders/state/order-events.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { orders, users } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { readReceipt } from './read-receipt.ts'

/** To the student's address of today. The email is rendered when it is sent, so it shows refunds that came since. */
export const resendReceipt: Handler<'resendReceipt'> = async ({ db, mailer, user, from }, { order_id }) => {
  await db.transaction(async (tx) => {
    const [order] = await tx.select({ userId: orders.userId }).from(orders).where(eq(orders.id, order_id))
    if (!order) throw new AppError('order_not_found')
    const receipt = await readReceipt(tx, order_id)
    if (!receipt) throw new AppError('order_state', { text: 'This order is not paid, so it has no receipt' })
    const [student] =
      order.userId === null ? [] : await tx.select({ email: users.email }).from(users).where(eq(users.id, order.userId))
    if (!student) throw new AppError('user_not_found')
    await queueMail(tx, { kind: 'receipt', toEmail: student.email, userId: order.userId, orderId: order_id })
    await addOrderEvent(tx, order_id, 'Receipt sent again', user.email)
    const message = `Order ${receipt.order.number}: receipt sent again`
    await writeLog(tx, { kind: 'order', message, email: user.email, studentId: user.student_id })
    const subject = { kind: 'order', id: order_id, name: receipt.order.number, userId: order.userId } as const
    const after = { sentTo: student.email }
    await writeAudit(tx, { actor: user, from, action: 'order.resend_receipt', subject, after })
  })
  mailer.wake()
  return { msg: 'Receipt sent' }
}

import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { toCents } from '#contract/money.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { refunds } from '#server/platform/db/schema.ts'
import { findOrder, requireOrder } from './order-row.ts'
import { runRefund } from './refunds/run-refund.ts'
import { startRefund } from './refunds/start-refund.ts'
import { changeOrder } from './state/change-order.ts'

/** When the provider fails, the answer has the order with its refund on the way: the job tries again. */
export const refundOrder: Handler<'refundOrder'> = async (services, { order_id, amount, reason = '', review }) => {
  const { db, payments, user, from } = services
  const isAdmin = user.role === 'admin'
  await requireOrder(db, order_id, user)
  if (isAdmin && reason === '') throw new AppError('invalid_input', { text: 'A reason is required' })
  if (!isAdmin && amount !== undefined) throw new AppError('not_allowed', { text: 'Only an admin can refund a part' })
  const refundId = await changeOrder(services, order_id, async (tx, order) => {
    const refund = await startRefund(tx, order, {
      ...{ isAdmin, by: user.email, reason },
      amountCents: amount === undefined ? undefined : toCents(amount),
      removeReview: review === 'remove',
    })
    if (isAdmin) {
      const subject = { kind: 'order', id: order_id, name: order.number, userId: order.userId } as const
      const { status, refundedCents } = order
      const refundCents = refund === null ? 0 : await readAmount(tx, refund)
      await writeAudit(tx, {
        ...{ actor: user, from, action: 'order.refund', subject, before: { status, refundedCents } },
        after: { status: 'refund started', refundedCents: refundedCents + refundCents, reason, review },
      })
    }
    return refund
  })
  if (refundId !== null) await runRefund(services, refundId)
  return { msg: await findOrder(db, payments, order_id, user) }
}

async function readAmount(tx: Tx, refundId: number): Promise<number> {
  const [refund] = await tx.select({ cents: refunds.amountCents }).from(refunds).where(eq(refunds.id, refundId))
  return refund?.cents ?? 0
}

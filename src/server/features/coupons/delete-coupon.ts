import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { coupons, orders } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { logCouponChange, toAuditedCoupon } from './save-coupon.ts'

export const deleteCoupon: Handler<'deleteCoupon'> = async ({ db, user, from }, { coupon_id }) => {
  await db.transaction(async (tx) => {
    // An order that takes the coupon now waits, and then does not find it.
    const [coupon] = await tx.select().from(coupons).where(eq(coupons.id, coupon_id)).for('update')
    if (!coupon) throw new AppError('coupon_not_found')
    const [order] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.couponId, coupon_id)).limit(1)
    // Cancelled orders as well: each order names the coupon that it was made with.
    if (order) throw new AppError('coupon_in_use')
    await tx.delete(coupons).where(eq(coupons.id, coupon_id))
    await logCouponChange(tx, user, `Deleted the coupon “${coupon.code}”`)
    const subject = { kind: 'coupon', id: coupon_id, name: coupon.code } as const
    await writeAudit(tx, { actor: user, from, action: 'coupon.delete', subject, before: toAuditedCoupon(coupon) })
  })
  return { msg: 'The coupon was deleted' }
}

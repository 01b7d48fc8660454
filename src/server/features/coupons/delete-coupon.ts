import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { coupons, orders } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { logCouponChange } from './save-coupon.ts'

export const deleteCoupon: Handler<'deleteCoupon'> = async ({ db, user }, { coupon_id }) => {
  await db.transaction(async (tx) => {
    // An order that takes the coupon now waits, and then does not find it.
    const [coupon] = await tx
      .select({ code: coupons.code })
      .from(coupons)
      .where(eq(coupons.id, coupon_id))
      .for('update')
    if (!coupon) throw new AppError('coupon_not_found')
    const [order] = await tx.select({ id: orders.id }).from(orders).where(eq(orders.couponId, coupon_id)).limit(1)
    // Cancelled orders as well: each order names the coupon that it was made with.
    if (order) throw new AppError('coupon_in_use')
    await tx.delete(coupons).where(eq(coupons.id, coupon_id))
    await logCouponChange(tx, user, `Deleted the coupon “${coupon.code}”`)
  })
  return { msg: 'The coupon was deleted' }
}

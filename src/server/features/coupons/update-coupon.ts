import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { coupons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toCouponValues, toVersion } from './coupon-row.ts'
import { saveCoupon } from './save-coupon.ts'

export const updateCoupon: Handler<'updateCoupon'> = async ({ db, payments, user, from }, input) => ({
  msg: await db.transaction(async (tx) => {
    // Orders lock it too, so an order has either the old coupon or the new one.
    const [before] = await tx.select().from(coupons).where(eq(coupons.id, input.coupon_id)).for('update')
    if (!before) throw new AppError('coupon_not_found')
    if (input.version !== undefined && input.version !== toVersion(before)) throw new AppError('changed_meanwhile')
    return saveCoupon(tx, {
      verb: 'Changed',
      user,
      from,
      currency: payments.currency,
      before,
      // A course that was deleted since stays in the list.
      courseIds: input.course_ids.filter((id) => !before.courseIds.includes(id)),
      write: () => tx.update(coupons).set(toCouponValues(input)).where(eq(coupons.id, before.id)).returning(),
    })
  }),
})

import { coupons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toCouponValues } from './coupon-row.ts'
import { saveCoupon } from './save-coupon.ts'

export const addCoupon: Handler<'addCoupon'> = async ({ db, payments, user, from }, input) => ({
  msg: await db.transaction((tx) =>
    saveCoupon(tx, {
      verb: 'Added',
      user,
      from,
      currency: payments.currency,
      courseIds: input.course_ids,
      write: () => tx.insert(coupons).values(toCouponValues(input)).returning(),
    }),
  ),
})

import type { Handler } from '#server/pipeline/handler.ts'
import { requireCoupon } from './coupon-rules.ts'
import { limitCouponGuesses } from './limit-coupon-guesses.ts'
import { calculateSale, toQuote } from './quote.ts'
import { findSale } from './sale.ts'

export const checkCoupon: Handler<'checkCoupon'> = async ({ db, payments, throttles, user }, { code, ...subject }) => {
  const sale = await findSale(db, user, subject)
  const userId = user.student_id
  const coupon = await limitCouponGuesses(throttles, userId, () =>
    requireCoupon(db, { code, sale, userId }, { lock: false }),
  )
  return { msg: toQuote(calculateSale(sale.items, coupon, payments).amounts) }
}

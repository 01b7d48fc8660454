import type { Handler } from '#server/pipeline/handler.ts'
import { requireCoupon } from './coupon-rules.ts'
import { calculateSale, toQuote } from './quote.ts'
import { findSale } from './sale.ts'

export const checkCoupon: Handler<'checkCoupon'> = async ({ db, payments, user }, { code, ...subject }) => {
  const sale = await findSale(db, user, subject)
  const coupon = await requireCoupon(db, { code, sale, userId: user.student_id }, { lock: false })
  return { msg: toQuote(calculateSale(sale.items, coupon, payments).amounts) }
}

import { type CreateLimiter, consumePoint, MINUTE_S } from './limiters.ts'

/** Limits guessing of coupon codes. Call it outside of transactions: the embedded database has one connection. */
export interface CouponThrottle {
  /** Throws after too many refused codes. A code counts from its start, so that parallel guesses gain nothing. */
  startCouponCheck(userId: number): Promise<void>
  /** When the code was not refused. */
  forgetCouponCheck(userId: number): Promise<void>
}

const REFUSED_CODES = 20

export function createCouponThrottle(createLimiter: CreateLimiter): CouponThrottle {
  const refused = createLimiter('coupon', REFUSED_CODES, 15 * MINUTE_S)
  return {
    async startCouponCheck(userId) {
      await consumePoint(refused, String(userId), 'Too many coupon codes. Wait some minutes and try again')
    },
    async forgetCouponCheck(userId) {
      await refused.reward(String(userId))
    },
  }
}

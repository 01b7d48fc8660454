import { AppError } from '#contract/errors.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'

/** Runs work that may refuse a coupon with its reason, which tells whether a code exists: too many refusals end it. */
export async function limitCouponGuesses<Result>(
  throttles: Throttles,
  userId: number,
  work: () => Promise<Result>,
): Promise<Result> {
  await throttles.startCouponCheck(userId)
  let isRefused = false
  try {
    return await work()
  } catch (error) {
    isRefused = error instanceof AppError && error.code === 'coupon_not_valid'
    throw error
  } finally {
    if (!isRefused) await throttles.forgetCouponCheck(userId)
  }
}

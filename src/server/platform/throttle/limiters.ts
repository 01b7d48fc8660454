import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { type RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#contract/errors.ts'

export const MINUTE_S = 60
export const HOUR_S = 3_600
export const DAY_S = 24 * HOUR_S

/** Emails can be longer than a key, and are not stored in this table. */
export const hashEmail = (email: string) => createHash('sha256').update(email).digest('base64url')

export type CreateLimiter = (keyPrefix: string, points: number, duration: number) => RateLimiterPostgres

export const createDatabaseLimiters =
  (pool: Pool): CreateLimiter =>
  (keyPrefix, points, duration) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'throttles',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    })

/** Throws `too_often` without that many points left. */
export async function consumePoint(
  limiter: RateLimiterMemory | RateLimiterPostgres,
  key: string,
  text?: string,
  points = 1,
): Promise<RateLimiterRes> {
  try {
    return await limiter.consume(key, points)
  } catch (error) {
    if (error instanceof RateLimiterRes) throw toThrottleError(error, 'too_often', text)
    throw error
  }
}

/** False without a point left. */
export async function hasPoint(limiter: RateLimiterPostgres, key: string): Promise<boolean> {
  const { consumedPoints } = await limiter.penalty(key)
  return consumedPoints <= limiter.points
}

export function toThrottleError(
  { msBeforeNext }: RateLimiterRes,
  code: 'too_often' | 'too_many_failures',
  text?: string,
): AppError {
  return new AppError(code, { retryAfter: Math.max(1, Math.ceil(msBeforeNext / 1000)), ...(text && { text }) })
}

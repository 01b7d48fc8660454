import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#contract/errors.ts'

/**
 * Signed-in traffic is counted by user, and by address only failures, because a whole school may share an address.
 * Failures are stored in the database, so that servers agree and a restart resets nothing; the read and write limits are
 * each process's own.
 */
export interface Throttles {
  read(caller: { userId: number | null; ip: string }): Promise<void>
  write(caller: { userId: number | null; ip: string }): Promise<void>
  signup(ip: string): Promise<void>
  upload(userId: number): Promise<void>
  /** Throws when this address requests too many codes. */
  requestCode(ip: string): Promise<void>
  /** False when this email has had enough codes for now. The answer must not reveal it. */
  canSendCode(email: string): Promise<boolean>
  /** Throws after too many failures. The attempt counts from its start, so that concurrent guesses gain nothing. */
  startLoginAttempt(ip: string, email: string): Promise<void>
  recordLoginFailure(ip: string): Promise<void>
  /** After a login or a password reset. */
  clearLoginFailures(email: string): Promise<void>
}

const MINUTE_S = 60
/** After this many failures of one account in 15 minutes, each one delays the next attempt by up to a minute. */
const ACCOUNT_FAILURES = 10
const MAX_WAIT_S = 60
/** After this many failures in a row, only a password reset unlocks the account. */
const MAX_CONSECUTIVE_FAILURES = 100
const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

/** Emails can be longer than a key, and are not stored in this table. */
const hashEmail = (email: string) => createHash('sha256').update(email).digest('base64url')

export function createThrottles(pool: Pool): Throttles {
  const reads = new RateLimiterMemory({ points: 600, duration: MINUTE_S })
  const visitorReads = new RateLimiterMemory({ points: 3_000, duration: 5 * MINUTE_S })
  const writes = new RateLimiterMemory({ points: 120, duration: MINUTE_S })
  const uploads = new RateLimiterMemory({ points: 30, duration: 30 * MINUTE_S })
  const signups = createDatabaseLimiter(pool, 'signup', 100, 10 * MINUTE_S)
  return {
    async read({ userId, ip }) {
      if (userId === null) await consumePoint(visitorReads, ip)
      else await consumePoint(reads, String(userId))
    },
    async write({ userId, ip }) {
      if (userId === null) await consumePoint(visitorReads, ip)
      else await consumePoint(writes, String(userId))
    },
    signup: (ip) => consumePoint(signups, ip),
    upload: (userId) => consumePoint(uploads, String(userId)),
    ...createCodeThrottle(pool),
    ...createLoginThrottle(pool),
  }
}

function createCodeThrottle(pool: Pool): Pick<Throttles, 'requestCode' | 'canSendCode'> {
  const codesByIp = createDatabaseLimiter(pool, 'code-ip', 25, 5 * MINUTE_S)
  const recentCodes = createDatabaseLimiter(pool, 'code', 3, 15 * MINUTE_S)
  const dailyCodes = createDatabaseLimiter(pool, 'code-day', 10, DAY_S)
  return {
    requestCode: (ip) => consumePoint(codesByIp, ip),
    async canSendCode(email) {
      const account = hashEmail(email)
      const recent = await recentCodes.penalty(account)
      // Codes that are not sent do not count toward the daily limit.
      if (recent.consumedPoints > recentCodes.points) return false
      const daily = await dailyCodes.penalty(account)
      return daily.consumedPoints <= dailyCodes.points
    },
  }
}

function createLoginThrottle(
  pool: Pool,
): Pick<Throttles, 'startLoginAttempt' | 'recordLoginFailure' | 'clearLoginFailures'> {
  const ipFailures = createDatabaseLimiter(pool, 'login-ip', 25, 5 * MINUTE_S)
  const accountAttempts = createDatabaseLimiter(pool, 'login', ACCOUNT_FAILURES, 15 * MINUTE_S)
  const accountWait = createDatabaseLimiter(pool, 'login-wait', 1, MAX_WAIT_S)
  const consecutiveFailures = createDatabaseLimiter(pool, 'login-row', MAX_CONSECUTIVE_FAILURES, 3_650 * DAY_S)

  async function countConsecutiveFailure(account: string): Promise<void> {
    const { consumedPoints } = await consecutiveFailures.penalty(account)
    if (consumedPoints > MAX_CONSECUTIVE_FAILURES) throw new AppError('reset_needed')
  }

  return {
    async startLoginAttempt(ip, email) {
      const account = hashEmail(email)
      const address = await ipFailures.get(ip)
      if (address && address.consumedPoints >= ipFailures.points) throw toThrottleError(address, 'too_many_failures')
      const attempts = await accountAttempts.penalty(account)
      const excess = attempts.consumedPoints - ACCOUNT_FAILURES
      if (excess <= 0) return countConsecutiveFailure(account)
      try {
        // One attempt gets through; the others wait.
        await accountWait.consume(account, 1, { customDuration: Math.min(MAX_WAIT_S, 2 ** Math.min(excess, 6)) })
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        await accountAttempts.reward(account)
        throw toThrottleError(error, 'too_many_failures')
      }
      await countConsecutiveFailure(account)
    },
    async recordLoginFailure(ip) {
      await ipFailures.penalty(ip)
    },
    async clearLoginFailures(email) {
      const account = hashEmail(email)
      await Promise.all([accountAttempts, accountWait, consecutiveFailures].map((limiter) => limiter.delete(account)))
    },
  }
}

/** For load tests (`THROTTLE=off`). */
export const disabledThrottles: Throttles = {
  read: async () => {},
  write: async () => {},
  signup: async () => {},
  upload: async () => {},
  requestCode: async () => {},
  canSendCode: async () => true,
  startLoginAttempt: async () => {},
  recordLoginFailure: async () => {},
  clearLoginFailures: async () => {},
}

function createDatabaseLimiter(pool: Pool, keyPrefix: string, points: number, duration: number): RateLimiterPostgres {
  return new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'throttles',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix,
    points,
    duration,
  })
}

async function consumePoint(limiter: RateLimiterMemory | RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (error) {
    if (error instanceof RateLimiterRes) throw toThrottleError(error, 'too_often')
    throw error
  }
}

function toThrottleError(state: RateLimiterRes, code: 'too_often' | 'too_many_failures'): AppError {
  return new AppError(code, { retryAfter: Math.max(1, Math.ceil(state.msBeforeNext / 1000)) })
}

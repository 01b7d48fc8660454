import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#contract/errors.ts'

/**
 * How often is too often (security.md, G7). Traffic of signed-in people is counted by user and failures rather
 * than attempts by address: a whole school sits behind one. Counted failures live in the database, so that
 * several servers agree and a restart forgives nothing; the plain read and write limits are each process's own.
 */
export interface Throttles {
  read(caller: { userId: number | null; ip: string }): Promise<void>
  write(caller: { userId: number | null; ip: string }): Promise<void>
  signup(ip: string): Promise<void>
  /**
   * Refuses when this address or this account has failed too often of late. A try counts against its account from
   * here on, not from its end: guesses made all at once are then no better than guesses made in turn.
   */
  beforeLogin(ip: string, email: string): Promise<void>
  loginFailed(ip: string): Promise<void>
  loginSucceeded(email: string): Promise<void>
}

const MINUTE_S = 60
/** After this many failures of one account in 15 minutes, each makes the next try wait, up to a minute. */
const ACCOUNT_FAILURES = 10
const LONGEST_WAIT_S = 60

/** E-mails can be longer than a key, and have no business in this table. */
const accountKey = (email: string) => createHash('sha256').update(email).digest('base64url')

export function createThrottles(pool: Pool): Throttles {
  const counted = (keyPrefix: string, points: number, duration: number) =>
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
  const reads = new RateLimiterMemory({ points: 600, duration: MINUTE_S })
  const visitorReads = new RateLimiterMemory({ points: 3_000, duration: 5 * MINUTE_S })
  const writes = new RateLimiterMemory({ points: 120, duration: MINUTE_S })
  const signups = counted('signup', 100, 10 * MINUTE_S)
  const addressFailures = counted('login-ip', 25, 5 * MINUTE_S)
  const accountTries = counted('login', ACCOUNT_FAILURES, 15 * MINUTE_S)
  const accountWait = counted('login-wait', 1, LONGEST_WAIT_S)

  return {
    async read({ userId, ip }) {
      if (userId === null) await take(visitorReads, ip)
      else await take(reads, String(userId))
    },
    async write({ userId, ip }) {
      if (userId === null) await take(visitorReads, ip)
      else await take(writes, String(userId))
    },
    signup: (ip) => take(signups, ip),
    async beforeLogin(ip, email) {
      const account = accountKey(email)
      const address = await addressFailures.get(ip)
      if (address && address.consumedPoints >= addressFailures.points) throw refusal(address, 'too_many_failures')
      const tries = await accountTries.penalty(account)
      const beyond = tries.consumedPoints - ACCOUNT_FAILURES
      if (beyond <= 0) return
      try {
        // Who takes the one point goes on, and nobody else until the wait is over.
        await accountWait.consume(account, 1, { customDuration: Math.min(LONGEST_WAIT_S, 2 ** Math.min(beyond, 6)) })
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        await accountTries.reward(account)
        throw refusal(refused, 'too_many_failures')
      }
    },
    async loginFailed(ip) {
      await addressFailures.penalty(ip)
    },
    async loginSucceeded(email) {
      const account = accountKey(email)
      await Promise.all([accountTries.delete(account), accountWait.delete(account)])
    },
  }
}

/** For load tests (`THROTTLE=off`): only the throttles stop, nothing else. */
export const noThrottles: Throttles = {
  read: async () => {},
  write: async () => {},
  signup: async () => {},
  beforeLogin: async () => {},
  loginFailed: async () => {},
  loginSucceeded: async () => {},
}

async function take(limiter: RateLimiterMemory | RateLimiterPostgres, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refused) {
    if (refused instanceof RateLimiterRes) throw refusal(refused, 'too_often')
    throw refused
  }
}

function refusal(state: RateLimiterRes, code: 'too_often' | 'too_many_failures'): AppError {
  return new AppError(code, { retryAfter: Math.max(1, Math.ceil(state.msBeforeNext / 1000)) })
}

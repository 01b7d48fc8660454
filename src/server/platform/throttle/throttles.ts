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
  upload(userId: number): Promise<void>
  /** Refuses an address that asks for too many codes. */
  askForCode(ip: string): Promise<void>
  /** False when this e-mail has been sent enough codes for now: then none is sent, and nobody is told. */
  maySendCode(email: string): Promise<boolean>
  /**
   * Refuses when this address or this account has failed too often of late. A try counts against its account from
   * here on, not from its end: guesses made all at once are then no better than guesses made in turn.
   */
  beforeLogin(ip: string, email: string): Promise<void>
  loginFailed(ip: string): Promise<void>
  /** Also when its password was reset. */
  loginSucceeded(email: string): Promise<void>
}

const MINUTE_S = 60
/** After this many failures of one account in 15 minutes, each makes the next try wait, up to a minute. */
const ACCOUNT_FAILURES = 10
const LONGEST_WAIT_S = 60
/** After this many failures without a success between, only a reset opens the account to passwords again. */
const FAILURES_IN_A_ROW = 100
const HOUR_S = 3_600
const DAY_S = 24 * HOUR_S

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
  const failuresInARow = counted('login-row', FAILURES_IN_A_ROW, 3_650 * DAY_S)
  const uploads = new RateLimiterMemory({ points: 30, duration: 30 * MINUTE_S })
  const codesByAddress = counted('code-ip', 25, 5 * MINUTE_S)
  const codesOfLate = counted('code', 3, 15 * MINUTE_S)
  const codesOfTheDay = counted('code-day', 10, DAY_S)
  const accountWait = counted('login-wait', 1, LONGEST_WAIT_S)

  async function countInARow(account: string): Promise<void> {
    const { consumedPoints } = await failuresInARow.penalty(account)
    if (consumedPoints > FAILURES_IN_A_ROW) throw new AppError('reset_needed')
  }

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
    upload: (userId) => take(uploads, String(userId)),
    askForCode: (ip) => take(codesByAddress, ip),
    async maySendCode(email) {
      const account = accountKey(email)
      const ofLate = await codesOfLate.penalty(account)
      // What is not sent does not count for the day: else a few impatient minutes would cost all of it.
      if (ofLate.consumedPoints > codesOfLate.points) return false
      const ofTheDay = await codesOfTheDay.penalty(account)
      return ofTheDay.consumedPoints <= codesOfTheDay.points
    },
    async beforeLogin(ip, email) {
      const account = accountKey(email)
      const address = await addressFailures.get(ip)
      if (address && address.consumedPoints >= addressFailures.points) throw refusal(address, 'too_many_failures')
      const tries = await accountTries.penalty(account)
      const beyond = tries.consumedPoints - ACCOUNT_FAILURES
      if (beyond <= 0) return countInARow(account)
      try {
        // Who takes the one point goes on, and nobody else until the wait is over.
        await accountWait.consume(account, 1, { customDuration: Math.min(LONGEST_WAIT_S, 2 ** Math.min(beyond, 6)) })
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        await accountTries.reward(account)
        throw refusal(refused, 'too_many_failures')
      }
      await countInARow(account)
    },
    async loginFailed(ip) {
      await addressFailures.penalty(ip)
    },
    async loginSucceeded(email) {
      const account = accountKey(email)
      await Promise.all([accountTries, accountWait, failuresInARow].map((limiter) => limiter.delete(account)))
    },
  }
}

/** For load tests (`THROTTLE=off`): only the throttles stop, nothing else. */
export const noThrottles: Throttles = {
  read: async () => {},
  write: async () => {},
  signup: async () => {},
  upload: async () => {},
  askForCode: async () => {},
  maySendCode: async () => true,
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

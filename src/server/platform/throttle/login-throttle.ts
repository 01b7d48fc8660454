import type { Pool } from 'pg'
import { RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '#contract/errors.ts'
import { type CreateLimiter, DAY_S, hasPoint, hashEmail, MINUTE_S, toThrottleError } from './limiters.ts'
import { toNetwork } from './network.ts'
import type { Proofs } from './proofs.ts'

export interface LoginAttempt {
  email: string
  ip: string
  /** A browser that has signed in to this account before, or a signed-in session. Null for a stranger's. */
  knownDevice: string | null
}

/**
 * Slows down guessing without locking anyone out: failures count per account and network, and per network over all
 * accounts. A known device counts only its own failures. While an account is under attack, other devices do a proof of
 * work for each login.
 */
export interface LoginThrottle {
  /** Throws after too many failures. The attempt counts from its start, so that concurrent guesses gain nothing. */
  startLoginAttempt(attempt: LoginAttempt): Promise<void>
  /** Throws `proof_needed` with a challenge when the account is under attack and the proof is missing or wrong. */
  requireProof(attempt: LoginAttempt, proof: string | undefined): Promise<void>
  /** Returns true for the failure that makes today's failures an attack, once a day. */
  recordLoginFailure(attempt: LoginAttempt): Promise<boolean>
  /** False when the network has too many failed logins in the log that no other limit holds back. */
  canLogLoginFailure(ip: string): Promise<boolean>
  /** After a login or a right code. Failures from other networks and devices stay. */
  clearLoginFailures(attempt: LoginAttempt): Promise<void>
  /** Forgets all failures of an account. */
  unlockAccount(email: string): Promise<void>
}

/** After this many failures in 15 minutes, each one delays the next attempt by up to a minute. */
const FREE_FAILURES = 10
const MAX_WAIT_S = 60
/** Of one network in five minutes. */
const NETWORK_FAILURES = 25
/** Failures of one account in a day, from anywhere, that count as an attack. */
const ATTACK_FAILURES = 100

export function createLoginThrottle(createLimiter: CreateLimiter, pool: Pool, proofs: Proofs): LoginThrottle {
  const networkFailures = createLimiter('login-network', NETWORK_FAILURES, 5 * MINUTE_S)
  const loggedFailures = createLimiter('login-log', NETWORK_FAILURES, 5 * MINUTE_S)
  const attempts = createLimiter('login', FREE_FAILURES, 15 * MINUTE_S)
  const wait = createLimiter('login-wait', 1, MAX_WAIT_S)
  const dailyFailures = createLimiter('login-day', ATTACK_FAILURES, DAY_S)

  return {
    async startLoginAttempt(attempt) {
      if (attempt.knownDevice === null) {
        const network = await networkFailures.get(toNetwork(attempt.ip))
        if (network && network.consumedPoints >= networkFailures.points)
          throw toThrottleError(network, 'too_many_failures')
      }
      const key = toKey(attempt)
      const { consumedPoints } = await attempts.penalty(key)
      const excess = consumedPoints - FREE_FAILURES
      if (excess <= 0) return
      try {
        // One attempt gets through; the others wait.
        await wait.consume(key, 1, { customDuration: Math.min(MAX_WAIT_S, 2 ** Math.min(excess, 6)) })
      } catch (error) {
        if (!(error instanceof RateLimiterRes)) throw error
        await attempts.reward(key)
        throw toThrottleError(error, 'too_many_failures')
      }
    },
    async requireProof({ email, knownDevice }, proof) {
      if (knownDevice !== null) return
      const today = await dailyFailures.get(hashEmail(email))
      if (!today || today.consumedPoints < ATTACK_FAILURES) return
      if (proof !== undefined && (await proofs.accept(email, proof))) return
      throw new AppError('proof_needed', { fields: { challenge: await proofs.createChallenge(email) } })
    },
    async recordLoginFailure({ email, ip, knownDevice }) {
      const [today] = await Promise.all([
        dailyFailures.penalty(hashEmail(email)),
        knownDevice === null && networkFailures.penalty(toNetwork(ip)),
      ])
      return today.consumedPoints === ATTACK_FAILURES
    },
    canLogLoginFailure: (ip) => hasPoint(loggedFailures, toNetwork(ip)),
    async clearLoginFailures(attempt) {
      const key = toKey(attempt)
      await Promise.all([attempts, wait].map((limiter) => limiter.delete(key)))
    },
    async unlockAccount(email) {
      const account = hashEmail(email)
      const keys = [attempts, wait].map((limiter) => `${limiter.getKey(account)}:`)
      await pool.query(`DELETE FROM throttles WHERE starts_with(key, $1) OR starts_with(key, $2) OR key = $3`, [
        ...keys,
        dailyFailures.getKey(account),
      ])
    },
  }
}

const toKey = ({ email, ip, knownDevice }: LoginAttempt) =>
  `${hashEmail(email)}:${knownDevice === null ? toNetwork(ip) : `device ${knownDevice}`}`

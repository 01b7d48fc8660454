import { consumePoint, type CreateLimiter, DAY_S, MINUTE_S } from './limiters.ts'
import { toNetwork } from './network.ts'

export interface SecondStepAttempt {
  userId: number
  ip: string
  /** A browser that has signed in to this account before; null for a stranger's. */
  knownDevice: string | null
  /** True for the six digits of an app, false for a recovery code. */
  isGuessable: boolean
}

/**
 * Limits the codes tried after a right password. Whoever knows the password can use up the tries of unknown browsers for
 * a day, so the owner's known browsers count apart, and recovery codes and passkeys not at all.
 */
export interface SecondStepThrottle {
  /** Throws after too many codes. The attempt counts from its start, so that parallel guesses gain nothing. */
  countSecondStepAttempt(attempt: SecondStepAttempt): Promise<void>
  /** True for the failure of the day after which the owner is warned. */
  recordSecondStepFailure(userId: number): Promise<boolean>
  clearSecondStep(attempt: SecondStepAttempt): Promise<void>
}

const CODES = 10
const CODES_A_DAY = 100
/** As many as one login may try. */
const WARN_AFTER = 5

export function createSecondStepThrottle(createLimiter: CreateLimiter): SecondStepThrottle {
  const attempts = createLimiter('second-step', CODES, 15 * MINUTE_S)
  const daily = createLimiter('second-step-day', CODES_A_DAY, DAY_S)
  const failures = createLimiter('second-step-failures', WARN_AFTER, DAY_S)
  return {
    async countSecondStepAttempt(attempt) {
      await consumePoint(attempts, toKey(attempt))
      if (!attempt.isGuessable) return
      // Known browsers have a count of their own, which strangers can't use up.
      const key = attempt.knownDevice === null ? String(attempt.userId) : `${attempt.userId}:known`
      await consumePoint(daily, key, 'Too many wrong codes today. Use a recovery code or a passkey')
    },
    async recordSecondStepFailure(userId) {
      const { consumedPoints } = await failures.penalty(String(userId))
      return consumedPoints === WARN_AFTER
    },
    async clearSecondStep(attempt) {
      await attempts.delete(toKey(attempt))
    },
  }
}

const toKey = ({ userId, ip, knownDevice }: SecondStepAttempt) =>
  `${userId}:${knownDevice === null ? toNetwork(ip) : `device ${knownDevice}`}`

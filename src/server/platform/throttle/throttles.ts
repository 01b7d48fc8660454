import { hash } from 'node:crypto'
import type { Pool } from 'pg'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { type ChatThrottle, createChatThrottle } from './chat-throttle.ts'
import { type CodeThrottle, createCodeThrottle } from './code-throttle.ts'
import { consumePoint, createDatabaseLimiters, MINUTE_S } from './limiters.ts'
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts'
import { createMailThrottle, type MailThrottle } from './mail-throttle.ts'
import { toNetwork } from './network.ts'
import { createProofs } from './proofs.ts'
import { createSecondStepThrottle, type SecondStepThrottle } from './second-step-throttle.ts'

interface RequestSource {
  userId: number | null
  ip: string
}

/**
 * Signed-in traffic is counted by user, and by network only failures, because a whole school may share an address.
 * Failures, codes, mails and messages are counted in the database, so that servers agree and a restart resets nothing;
 * the read and write limits are each process's own.
 */
export interface Throttles extends LoginThrottle, SecondStepThrottle, CodeThrottle, MailThrottle, ChatThrottle {
  read(source: RequestSource): Promise<void>
  write(source: RequestSource): Promise<void>
  signup(ip: string): Promise<void>
  upload(userId: number): Promise<void>
  /** One request for a part of a lesson's file. */
  filePart(source: RequestSource): Promise<void>
  /** @param token the session cookie's, which has not been looked up yet */
  socket(source: { ip: string; token: string }): Promise<void>
}

export interface ThrottleSettings {
  /** In ten minutes. */
  signupsPerNetwork: number
}

export function createThrottles(pool: Pool, { signupsPerNetwork }: ThrottleSettings): Throttles {
  const createLimiter = createDatabaseLimiters(pool)
  const reads = new RateLimiterMemory({ points: 600, duration: MINUTE_S })
  const visitorReads = new RateLimiterMemory({ points: 3_000, duration: 5 * MINUTE_S })
  const writes = new RateLimiterMemory({ points: 120, duration: MINUTE_S })
  const uploads = new RateLimiterMemory({ points: 30, duration: 30 * MINUTE_S })
  // A player that fetches a two-hour lecture in parts of four seconds at once asks 1,800 times.
  const fileParts = new RateLimiterMemory({ points: 3_000, duration: 5 * MINUTE_S })
  // A school's tabs return together after a restart. One tab waits a second or more between its attempts.
  const networkSockets = new RateLimiterMemory({ points: 3_000, duration: 5 * MINUTE_S })
  const sessionSockets = new RateLimiterMemory({ points: 120, duration: MINUTE_S })
  const signups = createLimiter('signup', signupsPerNetwork, 10 * MINUTE_S)
  const countBy = (limiter: RateLimiterMemory, { userId, ip }: RequestSource) =>
    userId === null ? consumePoint(visitorReads, toNetwork(ip)) : consumePoint(limiter, String(userId))
  return {
    read: (source) => countBy(reads, source),
    write: (source) => countBy(writes, source),
    signup: (ip) => consumePoint(signups, toNetwork(ip)),
    upload: (userId) => consumePoint(uploads, String(userId)),
    filePart: (source) => countBy(fileParts, source),
    async socket({ ip, token }) {
      await consumePoint(networkSockets, toNetwork(ip))
      if (token !== '') await consumePoint(sessionSockets, hash('sha256', token, 'base64'))
    },
    ...createSecondStepThrottle(createLimiter),
    ...createCodeThrottle(createLimiter),
    ...createMailThrottle(createLimiter),
    ...createChatThrottle(createLimiter),
    ...createLoginThrottle(createLimiter, pool, createProofs(createLimiter, pool)),
  }
}

/** For load tests (`THROTTLE=off`). */
export const disabledThrottles: Throttles = {
  read: async () => {},
  write: async () => {},
  signup: async () => {},
  upload: async () => {},
  filePart: async () => {},
  socket: async () => {},
  countMessage: async () => {},
  canSendCode: async () => true,
  canSendWelcome: async () => true,
  canSendDeviceAlert: async () => true,
  canSendGoodbye: async () => true,
  countUserMail: async () => {},
  countConfirmation: async () => {},
  startLoginAttempt: async () => {},
  requireProof: async () => {},
  recordLoginFailure: async () => false,
  clearLoginFailures: async () => {},
  startSecondStep: async () => {},
  recordSecondStepFailure: async () => false,
  clearSecondStep: async () => {},
  unlockAccount: async () => {},
}

import type { Pool } from 'pg'
import { hashToken } from '#server/platform/secrets/hash-token.ts'
import { type ChatThrottle, createChatThrottle } from './chat-throttle.ts'
import { type CodeThrottle, createCodeThrottle } from './code-throttle.ts'
import { type CouponThrottle, createCouponThrottle } from './coupon-throttle.ts'
import { consumePoint, createDatabaseLimiters, DAY_S, MINUTE_S } from './limiters.ts'
import { createLoginThrottle, type LoginThrottle } from './login-throttle.ts'
import { createMailThrottle, type MailThrottle } from './mail-throttle.ts'
import { toNetwork } from './network.ts'
import { createProofs } from './proofs.ts'
import { SharedLimits } from './shared-limits.ts'
import { createSecondStepThrottle, type SecondStepThrottle } from './second-step-throttle.ts'

/** Files that no submission names stay for a day, so this is what one student can fill the disk with. */
const SUBMISSION_MB_A_DAY = 500
const toKb = (bytes: number) => Math.ceil(bytes / 1024)

interface RequestSource {
  userId: number | null
  ip: string
}

/**
 * Signed-in traffic is counted by user, and by network only failures, because a whole school may share an address.
 * Failures, codes, coupons, mails and messages are counted in the database, so that servers agree and a restart resets nothing;
 * reads, writes, uploads and sockets in memory, and added up through the database (shared-limits.ts).
 */
export interface Throttles
  extends LoginThrottle, SecondStepThrottle, CodeThrottle, CouponThrottle, MailThrottle, ChatThrottle {
  read(source: RequestSource): Promise<void>
  write(source: RequestSource): Promise<void>
  signup(ip: string): Promise<void>
  upload(userId: number): Promise<void>
  /** A student's file, and how much of the disk or bucket it takes. */
  submissionFile(userId: number, bytes: number): Promise<void>
  /** For a file that was not stored. */
  forgetSubmissionFile(userId: number, bytes: number): Promise<void>
  /** One request for a part of a lesson's file. */
  filePart(source: RequestSource): Promise<void>
  /** @param token the session cookie's, which has not been looked up yet */
  socket(source: { ip: string; token: string }): Promise<void>
}

export interface ThrottleSettings {
  /** In ten minutes. */
  signupsPerNetwork: number
  /** Of a database that several processes may share. */
  databaseUrl?: string | undefined
}

export function createThrottles(pool: Pool, { signupsPerNetwork, databaseUrl }: ThrottleSettings): Throttles {
  const createLimiter = createDatabaseLimiters(pool)
  const limits = new SharedLimits(databaseUrl === undefined ? undefined : pool)
  const countRead = limits.create('read', 600, MINUTE_S)
  const countVisitor = limits.create('visitor', 3_000, 5 * MINUTE_S)
  const countWrite = limits.create('write', 120, MINUTE_S)
  const countUpload = limits.create('upload', 30, 30 * MINUTE_S)
  const submissionKb = createLimiter('submission-kb', SUBMISSION_MB_A_DAY * 1024, DAY_S)
  // A player that fetches a two-hour lecture in parts of four seconds at once asks 1,800 times.
  const countFilePart = limits.create('file-part', 3_000, 5 * MINUTE_S)
  // A school's tabs return together after a restart. One tab waits a second or more between its attempts.
  const countNetworkSocket = limits.create('socket-network', 3_000, 5 * MINUTE_S)
  const countSessionSocket = limits.create('socket-session', 120, MINUTE_S)
  const signups = createLimiter('signup', signupsPerNetwork, 10 * MINUTE_S)
  const countBy = (countUser: (key: string) => Promise<void>, { userId, ip }: RequestSource) =>
    userId === null ? countVisitor(toNetwork(ip)) : countUser(String(userId))
  return {
    read: (source) => countBy(countRead, source),
    write: (source) => countBy(countWrite, source),
    signup: async (ip) => void (await consumePoint(signups, toNetwork(ip))),
    upload: (userId) => countUpload(String(userId)),
    async submissionFile(userId, bytes) {
      await countUpload(String(userId))
      const text = `You can upload ${SUBMISSION_MB_A_DAY} MB a day. Try again tomorrow`
      try {
        await consumePoint(submissionKb, String(userId), text, toKb(bytes))
      } catch (error) {
        await submissionKb.reward(String(userId), toKb(bytes))
        throw error
      }
    },
    forgetSubmissionFile: async (userId, bytes) => void (await submissionKb.reward(String(userId), toKb(bytes))),
    filePart: (source) => countBy(countFilePart, source),
    async socket({ ip, token }) {
      await countNetworkSocket(toNetwork(ip))
      if (token !== '') await countSessionSocket(hashToken(token))
    },
    ...createSecondStepThrottle(createLimiter),
    ...createCodeThrottle(createLimiter),
    ...createCouponThrottle(createLimiter),
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
  submissionFile: async () => {},
  forgetSubmissionFile: async () => {},
  filePart: async () => {},
  socket: async () => {},
  countMessage: async () => {},
  canSendCode: async () => true,
  startCouponCheck: async () => {},
  forgetCouponCheck: async () => {},
  canSendWelcome: async () => true,
  canSendDeviceAlert: async () => true,
  canSendGoodbye: async () => true,
  countSecurityMail: async () => {},
  countConfirmation: async () => {},
  countRefusals: (_userId, change) => change(),
  countTestMail: async () => {},
  canSendOrderMail: async () => true,
  startLoginAttempt: async () => {},
  requireProof: async () => {},
  recordLoginFailure: async () => false,
  canLogLoginFailure: async () => true,
  clearLoginFailures: async () => {},
  countSecondStepAttempt: async () => {},
  recordSecondStepFailure: async () => false,
  clearSecondStep: async () => {},
  unlockAccount: async () => {},
}

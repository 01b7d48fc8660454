import type { User } from '#contract/schemas/accounts/users.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Without activity, and at most. */
export const SESSION_LIFETIMES = {
  student: { idleMs: 14 * DAY_MS, absoluteMs: 30 * DAY_MS },
  admin: { idleMs: HOUR_MS, absoluteMs: 12 * HOUR_MS },
} as const

/**
 * The database reports how much time is left and this process counts it down on `performance.now()`, so that a wrong or
 * adjusted system clock ends no session.
 */
export interface Session {
  /** Has the role student while an admin views the site as a student. */
  user: User
  viewsAsStudent: boolean
  /** True for an admin without a second factor where admins must have one: only setting it up is allowed. */
  needsSecondFactor: boolean
  /** True for a user who must prove the email before writing. */
  needsEmailProof: boolean
  /** In base64. */
  tokenHash: string
  /** In milliseconds of `performance.now()`, like the times below. */
  expiresAtMs: number
  absoluteExpiryMs: number
  lastSeenAtMs: number
  startedAtMs: number
}

/** Changing an email or password needs a login this recent. */
const RECENT_AUTH_MS = 10 * 60_000

export const hasRecentAuth = ({ startedAtMs }: Session) => performance.now() - startedAtMs < RECENT_AUTH_MS

/** An admin who views the site as a student keeps an admin's session lifetimes. */
export const getAccountRole = ({ user, viewsAsStudent }: Session) => (viewsAsStudent ? 'admin' : user.role)

export const toAccountTag = (userId: number) => `account:${userId}`

export const toHashBytes = (tokenHash: string) => Buffer.from(tokenHash, 'base64')

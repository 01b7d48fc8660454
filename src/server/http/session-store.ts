import { hash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, lt, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { sessions, users } from '#server/platform/db/schema.ts'
import { hasSecondFactor } from '#server/platform/db/second-factor.ts'
import { toUser, getUserColumns } from '#server/platform/db/user-row.ts'
import { rememberDevice } from './cookies/known-devices.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Without activity, and at most. */
export const SESSION_LIFETIMES = {
  student: { idleMs: 14 * DAY_MS, absoluteMs: 30 * DAY_MS },
  admin: { idleMs: HOUR_MS, absoluteMs: 12 * HOUR_MS },
} as const

/** "Last seen" is updated at most this often, so that a read does not cost a write each time. */
const LAST_SEEN_INTERVAL_MS = 60_000
/** Updates are batched: one durable write per session would be most of the database's work. */
const LAST_SEEN_FLUSH_MS = 1_000

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

export interface SignInUser {
  id: number
  role: User['role']
  /** The hash that was just verified, for a login with a password. */
  passwordHash?: string
}

interface Browser {
  userAgent: string
  deviceHash: string
  ip: string
}

/** Changing an email or password needs a login this recent. */
const RECENT_AUTH_MS = 10 * 60_000

export const hasRecentAuth = ({ startedAtMs }: Session) => performance.now() - startedAtMs < RECENT_AUTH_MS

/** An admin who views the site as a student keeps an admin's session lifetimes. */
const getAccountRole = ({ user, viewsAsStudent }: Session) => (viewsAsStudent ? 'admin' : user.role)

export const toAccountTag = (userId: number) => `account:${userId}`

const toMsFromNow = (timestamp: AnyPgColumn) => sql<number>`(extract(epoch from ${timestamp} - now()) * 1000)::float8`

const hashToken = (token: string) => hash('sha256', token, 'base64')
const isToken = (token: string) => /^[\w-]{43}$/.test(token)
const toCacheKey = (tokenHash: string) => `session:${tokenHash}`
const toHashBytes = (tokenHash: string) => Buffer.from(tokenHash, 'base64')

/** Which accounts are restricted until something is set up. */
export interface AccountRules {
  adminNeedsSecondFactor: boolean
  verifyEmail: boolean
}

/** Sessions are stored under their token's hash and looked up at each request. */
export class SessionStore {
  readonly #db: Db
  readonly #cache: ResponseCache
  readonly #bus: Pick<Bus, 'transaction'>
  readonly #rules: AccountRules
  /** Token hash and role of the sessions seen since the last flush. */
  readonly #pendingLastSeen = new Map<string, User['role']>()

  constructor(deps: { db: Db; cache: ResponseCache; bus: Pick<Bus, 'transaction'>; rules: AccountRules }) {
    this.#db = deps.db
    this.#rules = deps.rules
    this.#cache = deps.cache
    this.#bus = deps.bus
  }

  /** The session of a cookie's token if it is live and in memory. */
  findCached(token: string): Session | undefined {
    if (!isToken(token)) return undefined
    const session = this.#cache.get<Session>(toCacheKey(hashToken(token)))
    return session && this.#visit(session) ? session : undefined
  }

  /** Returns the session of a cookie's token with its current user, or null. */
  async find(token: string): Promise<Session | null> {
    if (!isToken(token)) return null
    const tokenHash = hashToken(token)
    const session = await this.#cache.getOrLoad(toCacheKey(tokenHash), async () => {
      const found = await this.#load(tokenHash)
      return { value: found, tags: found ? [toAccountTag(found.user.student_id)] : [], sizeBytes: 600 }
    })
    return session && this.#visit(session) ? session : null
  }

  /** False once the session has ended. */
  #visit(session: Session): boolean {
    const now = performance.now()
    if (session.expiresAtMs <= now) return false
    if (now - session.lastSeenAtMs > LAST_SEEN_INTERVAL_MS) this.#markSeen(session)
    return true
  }

  async #load(tokenHash: string): Promise<Session | null> {
    const query = this.#db
      .select({
        ...getUserColumns(sql`true`),
        asStudent: sessions.asStudent,
        hasSecondFactor: sql<boolean>`${hasSecondFactor}`,
        mustVerifyEmail: users.mustVerifyEmail,
        emailVerifiedAt: users.emailVerifiedAt,
        idleMsLeft: toMsFromNow(sessions.idleUntil),
        absoluteMsLeft: toMsFromNow(sessions.expiresAt),
        lastSeenOffsetMs: toMsFromNow(sessions.lastSeenAt),
        startedOffsetMs: toMsFromNow(sessions.createdAt),
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          eq(sessions.tokenHash, toHashBytes(tokenHash)),
          gt(sessions.idleUntil, sql`now()`),
          gt(sessions.expiresAt, sql`now()`),
        ),
      )
    const [row] = await runPrepared(query)
    if (!row) return null
    const now = performance.now()
    const needsSecondFactor = this.#rules.adminNeedsSecondFactor && row.role === 'admin' && !row.hasSecondFactor
    // A demoted admin's session may still have the flag. In the student's view nobody could set up a second factor.
    const viewsAsStudent = row.asStudent && row.role === 'admin' && !needsSecondFactor
    return {
      user: { ...toUser(row), ...(viewsAsStudent && { role: 'student' }) },
      viewsAsStudent,
      needsSecondFactor,
      needsEmailProof: this.#rules.verifyEmail && row.mustVerifyEmail && row.emailVerifiedAt === null,
      tokenHash,
      expiresAtMs: now + Math.min(row.idleMsLeft, row.absoluteMsLeft),
      absoluteExpiryMs: now + row.absoluteMsLeft,
      lastSeenAtMs: now + row.lastSeenOffsetMs,
      startedAtMs: now + row.startedOffsetMs,
    }
  }

  #markSeen(session: Session): void {
    session.lastSeenAtMs = performance.now()
    session.expiresAtMs = Math.min(
      session.lastSeenAtMs + SESSION_LIFETIMES[getAccountRole(session)].idleMs,
      session.absoluteExpiryMs,
    )
    // After a failed flush the next visit is written again.
    if (this.#pendingLastSeen.size === 0)
      setTimeout(() => void this.#flushLastSeen().catch(() => null), LAST_SEEN_FLUSH_MS).unref()
    this.#pendingLastSeen.set(session.tokenHash, getAccountRole(session))
  }

  async #flushLastSeen(): Promise<void> {
    const pendingLastSeen = [...this.#pendingLastSeen]
    this.#pendingLastSeen.clear()
    for (const role of ['student', 'admin'] as const) {
      const tokenHashes = pendingLastSeen
        .filter(([, sessionRole]) => sessionRole === role)
        .map(([tokenHash]) => toHashBytes(tokenHash))
      if (tokenHashes.length === 0) continue
      await this.#db
        .update(sessions)
        .set({
          lastSeenAt: sql`now()`,
          idleUntil: sql`now() + make_interval(secs => ${SESSION_LIFETIMES[role].idleMs / 1000})`,
        })
        .where(inArray(sessions.tokenHash, tokenHashes))
    }
  }

  /** Returns a new token for the cookie and whether the browser is new to the user, or null when the user was deleted or the password changed since it was checked. */
  async start(user: SignInUser, browser: Browser): Promise<{ token: string; isNewDevice: boolean } | null> {
    const token = randomBytes(32).toString('base64url')
    const { idleMs, absoluteMs } = SESSION_LIFETIMES[user.role]
    const insertSession = async (tx: Tx) => {
      // Locked, so that a concurrent password reset either is seen here or ends this session too.
      const passwordCondition = user.passwordHash === undefined ? undefined : eq(users.passwordHash, user.passwordHash)
      const [existingUser] = await tx
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, user.id), passwordCondition))
        .for('share')
      if (!existingUser) return null
      await tx
        .delete(sessions)
        .where(
          and(eq(sessions.userId, user.id), or(lt(sessions.idleUntil, sql`now()`), lt(sessions.expiresAt, sql`now()`))),
        )
      await tx.insert(sessions).values({
        tokenHash: toHashBytes(hashToken(token)),
        userId: user.id,
        expiresAt: sql`now() + make_interval(secs => ${absoluteMs / 1000})`,
        idleUntil: sql`now() + make_interval(secs => ${idleMs / 1000})`,
        userAgent: browser.userAgent.slice(0, 300),
      })
      return { token, isNewDevice: await rememberDevice(tx, { userId: user.id, ...browser }) }
    }
    return this.#bus.transaction(this.#db, insertSession, () => [toAccountTag(user.id)])
  }

  /** Every process refuses it once this resolves or within a moment. */
  async end(session: Session): Promise<void> {
    await this.#bus.transaction(
      this.#db,
      (tx) => tx.delete(sessions).where(eq(sessions.tokenHash, toHashBytes(session.tokenHash))),
      () => [toAccountTag(session.user.student_id)],
    )
  }
}

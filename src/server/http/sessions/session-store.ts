import { randomBytes } from 'node:crypto'
import { and, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Bus } from '#server/platform/bus/bus.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import type { Db, Tx } from '#server/platform/db/connect.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { sessions, users } from '#server/platform/db/schema.ts'
import { hasSecondFactor } from '#server/platform/db/second-factor.ts'
import { toUser, getUserColumns } from '#server/platform/db/user-row.ts'
import { hashToken, hashTokenToBytes } from '#server/platform/secrets/hash-token.ts'
import { rememberDevice } from '../cookies/known-devices.ts'
import { LastSeen } from './last-seen.ts'
import { type Session, SESSION_LIFETIMES, toAccountTag, toHashBytes } from './session.ts'

export interface SignInUser {
  id: number
  /** The hash that was just verified, for a login with a password. */
  passwordHash?: string
}

interface StartedSession {
  /** For the cookie. */
  token: string
  absoluteMs: number
  /** Whether the user has signed in elsewhere before, and never in this browser. */
  isNewDevice: boolean
}

interface Browser {
  userAgent: string
  deviceHash: string
  ip: string
}

const toMsFromNow = (timestamp: AnyPgColumn) => sql<number>`(extract(epoch from ${timestamp} - now()) * 1000)::float8`

const isToken = (token: string) => /^[\w-]{43}$/.test(token)
const toCacheKey = (tokenHash: string) => `session:${tokenHash}`

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
  readonly #lastSeen: LastSeen

  constructor(deps: { db: Db; cache: ResponseCache; bus: Pick<Bus, 'transaction'>; rules: AccountRules }) {
    this.#db = deps.db
    this.#rules = deps.rules
    this.#cache = deps.cache
    this.#bus = deps.bus
    this.#lastSeen = new LastSeen(deps.db)
  }

  /** The session of a cookie's token if it is live and in memory. */
  findCached(token: string): Session | undefined {
    if (!isToken(token)) return undefined
    const session = this.#cache.get<Session>(toCacheKey(hashToken(token)))
    if (session === undefined || session.expiresAtMs <= performance.now()) return undefined
    this.#lastSeen.note(session)
    return session
  }

  /**
   * Returns the session of a cookie's token with its current user, or null.
   * @param isVisit moves the session's end
   */
  async find(token: string, isVisit = true): Promise<Session | null> {
    if (!isToken(token)) return null
    const tokenHash = hashToken(token)
    const session = await this.#cache.getOrLoad(toCacheKey(tokenHash), async () => {
      const found = await this.#load(tokenHash)
      return { value: found, tags: found ? [toAccountTag(found.user.student_id)] : [], sizeBytes: 600 }
    })
    if (session === null || session.expiresAtMs <= performance.now()) return null
    if (isVisit) this.#lastSeen.note(session)
    return session
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
      needsEmailProof:
        this.#rules.verifyEmail && row.mustVerifyEmail && row.emailVerifiedAt === null && row.role !== 'admin',
      tokenHash,
      expiresAtMs: now + Math.min(row.idleMsLeft, row.absoluteMsLeft),
      absoluteExpiryMs: now + row.absoluteMsLeft,
      lastSeenAtMs: now + row.lastSeenOffsetMs,
      startedAtMs: now + row.startedOffsetMs,
    }
  }

  /** Null when the user was deleted or the password changed since it was checked. */
  async start(user: SignInUser, browser: Browser): Promise<StartedSession | null> {
    const token = randomBytes(32).toString('base64url')
    const insertSession = async (tx: Tx) => {
      // Locked, so that a concurrent password reset or change of the role either is seen here or ends this session too.
      const passwordCondition = user.passwordHash === undefined ? undefined : eq(users.passwordHash, user.passwordHash)
      const [existingUser] = await tx
        .select({ role: users.role })
        .from(users)
        .where(and(eq(users.id, user.id), passwordCondition))
        .for('share')
      if (!existingUser) return null
      const { idleMs, absoluteMs } = SESSION_LIFETIMES[existingUser.role]
      await tx
        .delete(sessions)
        .where(
          and(eq(sessions.userId, user.id), or(lt(sessions.idleUntil, sql`now()`), lt(sessions.expiresAt, sql`now()`))),
        )
      await tx.insert(sessions).values({
        tokenHash: hashTokenToBytes(token),
        userId: user.id,
        expiresAt: sql`now() + make_interval(secs => ${absoluteMs / 1000})`,
        idleUntil: sql`now() + make_interval(secs => ${idleMs / 1000})`,
        userAgent: browser.userAgent.slice(0, 300),
      })
      return { token, absoluteMs, isNewDevice: await rememberDevice(tx, { userId: user.id, ...browser }) }
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

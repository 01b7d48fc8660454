import { hash, randomBytes } from 'node:crypto'
import { and, eq, gt, inArray, lt, or, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { User } from '#contract/schemas/users.ts'
import type { ResponseCache } from '#server/platform/cache/response-cache.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { sessions, users } from '#server/platform/db/schema.ts'
import { toUser, getUserColumns } from '#server/platform/db/user-row.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How long a session lives without its user, and at most (security.md, G6). */
export const SESSION_LIFETIMES = {
  student: { idleMs: 14 * DAY_MS, absoluteMs: 30 * DAY_MS },
  admin: { idleMs: HOUR_MS, absoluteMs: 12 * HOUR_MS },
} as const

/** A session's "last seen" moves at most this often: a read must not cost a write each time. */
const LAST_SEEN_INTERVAL_MS = 60_000
/** Everybody's are written together, so often: a durable write each would be most of what the database does. */
const LAST_SEEN_FLUSH_MS = 1_000

/**
 * Sessions end by the database's clock: it tells how much time is left, and here only that much is counted down, on
 * `performance.now()`. So a server whose own clock is wrong, or set anew, ends nobody's session.
 */
export interface Session {
  /** Has the role student while an admin looks at the site as one. */
  user: User
  viewsAsStudent: boolean
  /** In base64. */
  tokenHash: string
  /** Idle for too long, or at its latest hour: in milliseconds of this process. */
  expiresAtMs: number
  absoluteExpiryMs: number
  lastSeenAtMs: number
  startedAtMs: number
}

export interface SignInUser {
  id: number
  role: User['role']
  /** Of the password that was checked, where one was. */
  passwordHash?: string
}

/** What is dear to an account, such as its e-mail, needs a sign-in this young. */
const RECENT_AUTH_MS = 10 * 60_000

export const hasRecentAuth = ({ startedAtMs }: Session) => performance.now() - startedAtMs < RECENT_AUTH_MS

/** Whoever looks at the site as a student is an admin, and signed in for no longer than one. */
const getAccountRole = ({ user, viewsAsStudent }: Session) => (viewsAsStudent ? 'admin' : user.role)

export const toAccountTag = (userId: number) => `account:${userId}`

const toMsFromNow = (timestamp: AnyPgColumn) => sql<number>`(extract(epoch from ${timestamp} - now()) * 1000)::float8`

const hashToken = (token: string) => hash('sha256', token, 'base64')
const toHashBytes = (tokenHash: string) => Buffer.from(tokenHash, 'base64')

/** Sessions live in the database under their token's hash; who holds one is looked up at each request. */
export class SessionStore {
  readonly #db: Db
  readonly #cache: ResponseCache
  /** Whose users were here since the last write: token hash and role. */
  readonly #pendingLastSeen = new Map<string, User['role']>()

  constructor(db: Db, cache: ResponseCache) {
    this.#db = db
    this.#cache = cache
  }

  /** The live session of a cookie's token, joined to its user as the user is now; null when there is none. */
  async find(token: string): Promise<Session | null> {
    if (!/^[\w-]{43}$/.test(token)) return null
    const tokenHash = hashToken(token)
    const session = await this.#cache.getOrLoad(`session:${tokenHash}`, async () => {
      const found = await this.#load(tokenHash)
      return { value: found, tags: found ? [toAccountTag(found.user.student_id)] : [], sizeBytes: 600 }
    })
    if (!session || session.expiresAtMs <= performance.now()) return null
    if (performance.now() - session.lastSeenAtMs > LAST_SEEN_INTERVAL_MS) this.#markSeen(session)
    return session
  }

  async #load(tokenHash: string): Promise<Session | null> {
    const [row] = await this.#db
      .select({
        ...getUserColumns(sql`true`),
        asStudent: sessions.asStudent,
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
    if (!row) return null
    const now = performance.now()
    // Only an admin's: for anybody else the mark, which a demoted admin may have left, says nothing.
    const viewsAsStudent = row.asStudent && row.role === 'admin'
    return {
      user: { ...toUser(row), ...(viewsAsStudent && { role: 'student' }) },
      viewsAsStudent,
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
    // Nobody waits for it, and when it fails the next visit is written again.
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

  /**
   * Starts a session under a token never used before, and gives the token for the cookie. Null when the user is gone,
   * or has another password than the one that was just checked.
   */
  async start(user: SignInUser, userAgent: string): Promise<string | null> {
    const token = randomBytes(32).toString('base64url')
    const { idleMs, absoluteMs } = SESSION_LIFETIMES[user.role]
    return this.#db.transaction(async (tx) => {
      // Locked: a reset at this moment either is done, and is seen here, or ends this session with all others.
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
        userAgent: userAgent.slice(0, 300),
      })
      return token
    })
  }

  async end(session: Session): Promise<void> {
    await this.#db.delete(sessions).where(eq(sessions.tokenHash, toHashBytes(session.tokenHash)))
  }
}

import { createHash, randomBytes } from 'node:crypto'
import { and, eq, gt, lt, or, sql } from 'drizzle-orm'
import type { User } from '#contract/users.ts'
import type { AnswerCache } from '#server/answer-cache.ts'
import type { Db } from '#server/db/connect.ts'
import { sessions, users } from '#server/db/schema.ts'
import { toUser, userColumns } from '#server/endpoints/users/user-row.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** How long a session lives without its user, and at most (security.md, G6). */
const LIFETIMES = {
  student: { idleMs: 14 * DAY_MS, absoluteMs: 30 * DAY_MS },
  admin: { idleMs: HOUR_MS, absoluteMs: 12 * HOUR_MS },
} as const

/** A session's "last seen" moves at most this often: a read must not cost a write each time. */
const SEEN_EVERY_MS = 60_000

export interface Session {
  user: User
  tokenHash: Buffer
  idleUntil: Date
  lastSeenAt: Date
}

export const accountSubject = (userId: number) => `account:${userId}`

const hashOf = (token: string) => createHash('sha256').update(token).digest()

/** Sessions live in the database under their token's hash; who holds one is looked up at each request. */
export class SessionStore {
  readonly #db: Db
  readonly #cache: AnswerCache

  constructor(db: Db, cache: AnswerCache) {
    this.#db = db
    this.#cache = cache
  }

  /** The live session of a cookie's token, joined to its user as the user is now; null when there is none. */
  async find(token: string): Promise<Session | null> {
    if (!/^[\w-]{43}$/.test(token)) return null
    const tokenHash = hashOf(token)
    const session = await this.#cache.keep(`session:${tokenHash.toString('base64')}`, async () => {
      const found = await this.#load(tokenHash)
      return { value: found, subjects: found ? [accountSubject(found.user.student_id)] : [], bytes: 600 }
    })
    if (!session || session.idleUntil.getTime() <= Date.now()) return null
    if (Date.now() - session.lastSeenAt.getTime() > SEEN_EVERY_MS) await this.#seen(session)
    return session
  }

  async #load(tokenHash: Buffer): Promise<Session | null> {
    const [row] = await this.#db
      .select({
        ...userColumns(sql`true`),
        idleUntil: sql<Date>`least(${sessions.idleUntil}, ${sessions.expiresAt})`.mapWith(sessions.idleUntil),
        lastSeenAt: sessions.lastSeenAt,
      })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(eq(sessions.tokenHash, tokenHash), gt(sessions.idleUntil, sql`now()`), gt(sessions.expiresAt, sql`now()`)),
      )
    return row ? { user: toUser(row), tokenHash, idleUntil: row.idleUntil, lastSeenAt: row.lastSeenAt } : null
  }

  async #seen(session: Session): Promise<void> {
    const { idleMs } = LIFETIMES[session.user.role]
    const now = Date.now()
    session.lastSeenAt = new Date(now)
    session.idleUntil = new Date(now + idleMs)
    await this.#db
      .update(sessions)
      .set({ lastSeenAt: sql`now()`, idleUntil: sql`now() + make_interval(secs => ${idleMs / 1000})` })
      .where(eq(sessions.tokenHash, session.tokenHash))
  }

  /** Starts a session under a token never used before, and gives the token for the cookie. */
  async start(tx: Pick<Db, 'insert' | 'delete'>, user: { id: number; role: User['role'] }, userAgent: string): Promise<string> {
    const token = randomBytes(32).toString('base64url')
    const { idleMs, absoluteMs } = LIFETIMES[user.role]
    await tx
      .delete(sessions)
      .where(
        and(eq(sessions.userId, user.id), or(lt(sessions.idleUntil, sql`now()`), lt(sessions.expiresAt, sql`now()`))),
      )
    await tx.insert(sessions).values({
      tokenHash: hashOf(token),
      userId: user.id,
      expiresAt: sql`now() + make_interval(secs => ${absoluteMs / 1000})`,
      idleUntil: sql`now() + make_interval(secs => ${idleMs / 1000})`,
      userAgent: userAgent.slice(0, 300),
    })
    return token
  }

  async end(session: Session): Promise<void> {
    await this.#db.delete(sessions).where(eq(sessions.tokenHash, session.tokenHash))
  }
}

import { inArray, sql } from 'drizzle-orm'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { sessions } from '#server/platform/db/schema.ts'
import { getAccountRole, type Session, SESSION_LIFETIMES, toHashBytes } from './session.ts'

/** "Last seen" is updated at most this often, so that a read does not cost a write each time. */
const LAST_SEEN_INTERVAL_MS = 60_000
/** Updates are batched: one durable write per session would be most of the database's work. */
const LAST_SEEN_FLUSH_MS = 1_000

/** When each session was last seen, which moves its end. */
export class LastSeen {
  readonly #db: Db
  /** Token hash and role of the sessions seen since the last flush. */
  readonly #pending = new Map<string, User['role']>()

  constructor(db: Db) {
    this.#db = db
  }

  /** At each visit. */
  note(session: Session): void {
    const now = performance.now()
    if (now - session.lastSeenAtMs <= LAST_SEEN_INTERVAL_MS) return
    const role = getAccountRole(session)
    session.lastSeenAtMs = now
    session.expiresAtMs = Math.min(now + SESSION_LIFETIMES[role].idleMs, session.absoluteExpiryMs)
    // After a failed flush the next visit is written again.
    if (this.#pending.size === 0) setTimeout(() => void this.#flush().catch(() => null), LAST_SEEN_FLUSH_MS).unref()
    this.#pending.set(session.tokenHash, role)
  }

  async #flush(): Promise<void> {
    const pending = [...this.#pending]
    this.#pending.clear()
    for (const role of ['student', 'admin'] as const) {
      const tokenHashes = pending
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
}

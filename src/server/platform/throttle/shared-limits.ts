import type { Pool } from 'pg'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { consumePoint } from './limiters.ts'

const SYNC_INTERVAL_MS = 500
/** A process reports a source once it has used this share of its points. Most never do. */
const REPORTED_SHARE = 0.1
/** In one statement; the others follow with the next. */
const MAX_KEYS_PER_SYNC = 500

interface Count {
  limiter: RateLimiterMemory
  key: string
  /** Not yet in the database. */
  points: number
  msLeft: number
}

/**
 * Limits that are counted in memory, because each request counts, and that processes add up through the database: each
 * reports the sources that use many points and takes over the sum. All processes together allow the limit, plus what
 * arrives within half a second. Without the database each process keeps its own count.
 */
export class SharedLimits {
  readonly #pool: Pool | undefined
  #waiting = new Map<string, Count>()
  #isScheduled = false

  /** @param pool missing for the embedded database, which has one process */
  constructor(pool: Pool | undefined) {
    this.#pool = pool
  }

  /** Returns a function that counts one point and throws `too_often` when none is left. */
  create(keyPrefix: string, points: number, duration: number): (key: string) => Promise<void> {
    const limiter = new RateLimiterMemory({ keyPrefix, points, duration })
    if (!this.#pool) return async (key) => void (await consumePoint(limiter, key))
    const reportFrom = Math.ceil(points * REPORTED_SHARE)
    return async (key) => {
      const counted = await consumePoint(limiter, key)
      if (counted.consumedPoints >= reportFrom) this.#report(limiter, key, counted, reportFrom)
    }
  }

  #report(
    limiter: RateLimiterMemory,
    key: string,
    { consumedPoints, msBeforeNext }: { consumedPoints: number; msBeforeNext: number },
    reportFrom: number,
  ): void {
    const id = limiter.getKey(key)
    const waiting = this.#waiting.get(id)
    if (waiting) {
      waiting.points++
      return
    }
    // The first report has all points since the window began.
    const points = consumedPoints === reportFrom ? consumedPoints : 1
    this.#waiting.set(id, { limiter, key, points, msLeft: msBeforeNext })
    this.#schedule()
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    setTimeout(() => void this.#sync(), SYNC_INTERVAL_MS).unref()
  }

  async #sync(): Promise<void> {
    const sent = [...this.#waiting].slice(0, MAX_KEYS_PER_SYNC)
    for (const [id] of sent) this.#waiting.delete(id)
    try {
      const totals = await this.#addUp(sent.map(([id, { points, msLeft }]) => ({ id, points, ms: msLeft })))
      for (const [id, { limiter, key }] of sent) {
        const total = totals.get(id)
        if (!total) continue
        const meanwhile = this.#waiting.get(id)?.points ?? 0
        await limiter.set(key, total.points + meanwhile, Math.max(total.ms, 1) / 1000)
      }
    } catch {
      // The database is away: the limits are each process's own until it is back.
    }
    this.#isScheduled = false
    if (this.#waiting.size > 0) this.#schedule()
  }

  async #addUp(
    counts: { id: string; points: number; ms: number }[],
  ): Promise<Map<string, { points: number; ms: number }>> {
    const { rows } = (await this.#pool?.query<{ id: string; points: number; ms: string }>(
      `with clock as (select (extract(epoch from clock_timestamp()) * 1000)::bigint as at),
        counts as (select * from json_to_recordset($1) as c(id text, points int, ms float))
      insert into throttles as t (key, points, expire)
      select id, counts.points, at + ms::bigint from counts, clock order by id
      on conflict (key) do update set
        points = case when t.expire <= (select at from clock) then excluded.points else t.points + excluded.points end,
        expire = case when t.expire <= (select at from clock) then excluded.expire else t.expire end
      returning key as id, points, expire - (select at from clock) as ms`,
      [JSON.stringify(counts)],
    )) ?? { rows: [] }
    return new Map(rows.map(({ id, points, ms }) => [id, { points, ms: Number(ms) }]))
  }
}

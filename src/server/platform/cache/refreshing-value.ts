/** A slow value is loaded less often, so that loading takes this share of the time. */
const LOAD_TIME_SHARE = 1 / 20
/** A load that had to wait for something counts as slow too. */
const MAX_FRESH_MS = 30_000
/** A load slower than this is waited for once; later callers get the previous value while it reloads. */
const SLOW_LOAD_MS = 250

interface LoadResult<Value> {
  /** May be rejected: an unreachable database is not queried by every caller. */
  result: Promise<Value>
  hasFailed: boolean
  durationMs: number
  freshUntil: number
}

/** A value shared by all callers: loaded at most once per interval, one load at a time, and less often the longer it takes. */
export class RefreshingValue<Value> {
  readonly #load: () => Promise<Value>
  readonly #minIntervalMs: number
  #inFlight: Promise<Value> | undefined
  #last: LoadResult<Value> | undefined

  constructor(load: () => Promise<Value>, minIntervalMs = 1_000) {
    this.#load = load
    this.#minIntervalMs = minIntervalMs
  }

  get(): Promise<Value> {
    const last = this.#last
    const now = performance.now()
    if (last && now < last.freshUntil) return last.result
    this.#inFlight ??= this.#refresh()
    // Not after a long time without callers.
    const canServeStale =
      last && !last.hasFailed && last.durationMs > SLOW_LOAD_MS && now < last.freshUntil + getPauseMs(last.durationMs)
    return canServeStale ? last.result : this.#inFlight
  }

  #refresh(): Promise<Value> {
    const startedAt = performance.now()
    const result = this.#load()
    const settle = (hasFailed: boolean) => {
      const now = performance.now()
      const durationMs = now - startedAt
      // How long a failure took says nothing about how long the next load takes.
      const freshUntil = hasFailed
        ? now + this.#minIntervalMs
        : startedAt + Math.max(this.#minIntervalMs, getPauseMs(durationMs))
      this.#last = { result, hasFailed, durationMs, freshUntil }
      this.#inFlight = undefined
    }
    result.then(
      () => settle(false),
      () => settle(true),
    )
    return result
  }
}

const getPauseMs = (durationMs: number) => Math.min(durationMs / LOAD_TIME_SHARE, MAX_FRESH_MS)

/** Loading takes at most this share of the time, however slow it is. */
const MAX_LOAD_TIME_SHARE = 1 / 20
/** A load slower than this is waited for once; later callers get the previous value while it reloads. */
const SLOW_LOAD_MS = 250

interface LoadResult<Value> {
  /** May be rejected: an unreachable database is not queried by every caller. */
  result: Promise<Value>
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
      last && last.durationMs > SLOW_LOAD_MS && now < last.freshUntil + last.durationMs / MAX_LOAD_TIME_SHARE
    return canServeStale ? last.result : this.#inFlight
  }

  #refresh(): Promise<Value> {
    const startedAt = performance.now()
    const result = this.#load()
    const settle = () => {
      const durationMs = performance.now() - startedAt
      this.#last = {
        result,
        durationMs,
        freshUntil: startedAt + Math.max(this.#minIntervalMs, durationMs / MAX_LOAD_TIME_SHARE),
      }
      this.#inFlight = undefined
    }
    result.then(settle, settle)
    return result
  }
}

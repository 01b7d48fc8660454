/** Making a value anew takes at most this share of the time, however dear it is. */
const MAX_LOAD_TIME_SHARE = 1 / 20
/** What took longer than this to make nobody waits for again, while the value before is there. */
const SLOW_LOAD_MS = 250

interface LoadResult<Value> {
  /** A failure, too: a database that is away is not asked by each of a crowd. */
  result: Promise<Value>
  durationMs: number
  freshUntil: number
}

/**
 * A value that many ask for all the time, made for all of them together: at most once in `leastMs`, one making at a
 * time, and the rarer the longer it takes.
 */
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
    // Unless nobody asked for so long that it tells of another time.
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

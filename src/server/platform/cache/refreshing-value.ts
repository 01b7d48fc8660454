/** A slow value is loaded less often, so that loading takes this share of the time. */
const LOAD_TIME_SHARE = 1 / 20
/** A load that had to wait for something counts as slow too. */
const MAX_FRESH_MS = 30_000

interface RefreshOptions {
  minIntervalMs?: number
  /** A load slower than this is waited for once; later callers get the previous value while it reloads. */
  slowLoadMs?: number
  /** For how long at least a slow value is shown while it reloads. */
  slowMaxAgeMs?: number
}

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
  readonly #options: Required<RefreshOptions>
  #inFlight: Promise<Value> | undefined
  #last: LoadResult<Value> | undefined

  constructor(
    load: () => Promise<Value>,
    { minIntervalMs = 1_000, slowLoadMs = 250, slowMaxAgeMs = 0 }: RefreshOptions = {},
  ) {
    this.#load = load
    this.#options = { minIntervalMs, slowLoadMs, slowMaxAgeMs }
  }

  get(): Promise<Value> {
    const last = this.#last
    const now = performance.now()
    if (last && now < last.freshUntil) return last.result
    this.#inFlight ??= this.#refresh()
    // Not after a long time without callers.
    return last && this.#canServeStale(last, now) ? last.result : this.#inFlight
  }

  /** Loads a value that is slow, or that nobody has asked for, so that later callers do not wait. Keeps no fast one. */
  async reloadIfSlow(): Promise<void> {
    const isSlow = () => this.#last === undefined || this.#last.durationMs > this.#options.slowLoadMs
    if (!isSlow()) return
    await (this.#inFlight ??= this.#refresh())
    if (!isSlow()) this.#last = undefined
  }

  #canServeStale({ hasFailed, durationMs, freshUntil }: LoadResult<Value>, now: number): boolean {
    const { slowLoadMs, slowMaxAgeMs } = this.#options
    return !hasFailed && durationMs > slowLoadMs && now < freshUntil + Math.max(getPauseMs(durationMs), slowMaxAgeMs)
  }

  #refresh(): Promise<Value> {
    const startedAt = performance.now()
    const result = this.#load()
    const settle = (hasFailed: boolean) => {
      const now = performance.now()
      const durationMs = now - startedAt
      // How long a failure took says nothing about how long the next load takes.
      const freshUntil = hasFailed
        ? now + this.#options.minIntervalMs
        : startedAt + Math.max(this.#options.minIntervalMs, getPauseMs(durationMs))
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

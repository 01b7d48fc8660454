import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { type IntervalHistogram, monitorEventLoopDelay } from 'node:perf_hooks'

/** The timer of `monitorEventLoopDelay`; what it measures contains it. */
const RESOLUTION_MS = 20
const MINUTE_MS = 60_000
/** Of fewer seconds a rate by the minute would say nothing. */
const MIN_INTERVAL_MS = 15_000

export interface ProcessRates {
  requestsPerMinute: number
  errorsPerMinute: number
  /** The 99th percentile of the event loop's delay. */
  eventLoopMs: number
}

/** What this process has done since `takeRates` was called last. */
export class ProcessStats {
  readonly id = `${hostname()}-${process.pid}-${randomBytes(3).toString('hex')}`.slice(-64)
  readonly startedAt = new Date()
  readonly #delays: IntervalHistogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  #requests = 0
  #errors = 0
  #since = performance.now()

  constructor() {
    this.#delays.enable()
  }

  countAnswer(statusCode: number): void {
    this.#requests++
    if (statusCode >= 500) this.#errors++
  }

  readRates(): ProcessRates {
    const minutes = Math.max(performance.now() - this.#since, MIN_INTERVAL_MS) / MINUTE_MS
    return {
      requestsPerMinute: this.#requests / minutes,
      errorsPerMinute: this.#errors / minutes,
      // NaN before the first sample.
      eventLoopMs: Math.max(0, (this.#delays.percentile(99) || 0) / 1e6 - RESOLUTION_MS),
    }
  }

  /** Begins a new interval. */
  takeRates(): ProcessRates {
    const rates = this.readRates()
    this.#requests = 0
    this.#errors = 0
    this.#since = performance.now()
    this.#delays.reset()
    return rates
  }

  stop(): void {
    this.#delays.disable()
  }
}

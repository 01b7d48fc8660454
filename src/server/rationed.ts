/** Making a value anew takes at most this share of the time, however dear it is. */
const SHARE = 1 / 20

/**
 * A value that many ask for all the time, made for all of them together: at most once in `leastMs`, one making at a
 * time, and the rarer the longer it takes.
 */
export class Rationed<Value> {
  readonly #make: () => Promise<Value>
  readonly #leastMs: number
  #flight: Promise<Value> | undefined
  #kept: { value: Value; freshUntil: number } | undefined

  constructor(make: () => Promise<Value>, leastMs = 1_000) {
    this.#make = make
    this.#leastMs = leastMs
  }

  async get(): Promise<Value> {
    if (this.#kept && performance.now() < this.#kept.freshUntil) return this.#kept.value
    this.#flight ??= this.#renew().finally(() => {
      this.#flight = undefined
    })
    return this.#flight
  }

  async #renew(): Promise<Value> {
    const startedAt = performance.now()
    const value = await this.#make()
    const tookMs = performance.now() - startedAt
    this.#kept = { value, freshUntil: startedAt + Math.max(this.#leastMs, tookMs / SHARE) }
    return value
  }
}

/** Making a value anew takes at most this share of the time, however dear it is. */
const SHARE = 1 / 20
/** What took longer than this to make nobody waits for again, while the value before is there. */
const PATIENCE_MS = 250

interface Round<Value> {
  /** A failure, too: a database that is away is not asked by each of a crowd. */
  result: Promise<Value>
  tookMs: number
  freshUntil: number
}

/**
 * A value that many ask for all the time, made for all of them together: at most once in `leastMs`, one making at a
 * time, and the rarer the longer it takes.
 */
export class Rationed<Value> {
  readonly #make: () => Promise<Value>
  readonly #leastMs: number
  #flight: Promise<Value> | undefined
  #last: Round<Value> | undefined

  constructor(make: () => Promise<Value>, leastMs = 1_000) {
    this.#make = make
    this.#leastMs = leastMs
  }

  get(): Promise<Value> {
    const last = this.#last
    const now = performance.now()
    if (last && now < last.freshUntil) return last.result
    this.#flight ??= this.#renew()
    // Unless nobody asked for so long that it tells of another time.
    const mayBeOld = last && last.tookMs > PATIENCE_MS && now < last.freshUntil + last.tookMs / SHARE
    return mayBeOld ? last.result : this.#flight
  }

  #renew(): Promise<Value> {
    const startedAt = performance.now()
    const result = this.#make()
    const settle = () => {
      const tookMs = performance.now() - startedAt
      this.#last = { result, tookMs, freshUntil: startedAt + Math.max(this.#leastMs, tookMs / SHARE) }
      this.#flight = undefined
    }
    result.then(settle, settle)
    return result
  }
}

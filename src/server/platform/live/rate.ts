/** What a busy writer never reaches. Beyond it a frame is refused. */
const PER_10_S = 20
const PER_MINUTE = 100
/** Who goes on all the same is cut off. */
const CUT_OFF_PER_10_S = 40

export type Pace = 'fine' | 'too fast' | 'flood'

/** How fast one socket speaks. */
export class Rate {
  readonly #at: number[] = []

  /** Counts a frame, at this many milliseconds. */
  take(now: number): Pace {
    while (this.#at[0] !== undefined && this.#at[0] <= now - 60_000) this.#at.shift()
    this.#at.push(now)
    const ofLate = this.#at.length - this.#at.findIndex((at) => at > now - 10_000)
    if (ofLate > CUT_OFF_PER_10_S || this.#at.length > PER_MINUTE) return 'flood'
    return ofLate > PER_10_S ? 'too fast' : 'fine'
  }
}

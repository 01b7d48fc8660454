/** What a busy writer never reaches. Beyond it a frame is refused. */
const MAX_PER_10_S = 20
const MAX_PER_MINUTE = 100
/** Who goes on all the same is cut off. */
const FLOOD_PER_10_S = 40

export type RateVerdict = 'fine' | 'too fast' | 'flood'

/** How fast one socket speaks. */
export class FrameRateLimiter {
  readonly #receivedAt: number[] = []

  /** Counts a frame, at this many milliseconds. */
  countFrame(now: number): RateVerdict {
    while (this.#receivedAt[0] !== undefined && this.#receivedAt[0] <= now - 60_000) this.#receivedAt.shift()
    this.#receivedAt.push(now)
    const recentCount = this.#receivedAt.length - this.#receivedAt.findIndex((receivedAt) => receivedAt > now - 10_000)
    if (recentCount > FLOOD_PER_10_S || this.#receivedAt.length > MAX_PER_MINUTE) return 'flood'
    return recentCount > MAX_PER_10_S ? 'too fast' : 'fine'
  }
}

import { RateLimiterMemory } from 'rate-limiter-flexible'
import { SOCKET_LIMITS } from '#contract/limits.ts'

export type RateVerdict = 'fine' | 'too fast' | 'flood'

const KEY = 'frames'

/** Counts the frames of one socket. */
export class FrameRateLimiter {
  readonly #short = new RateLimiterMemory({ points: SOCKET_LIMITS.framesPer10Seconds, duration: 10 })
  readonly #long = new RateLimiterMemory({ points: SOCKET_LIMITS.framesPerMinute, duration: 60 })

  async countFrame(): Promise<RateVerdict> {
    const [short, long] = await Promise.all([this.#short.penalty(KEY), this.#long.penalty(KEY)])
    if (short.consumedPoints > SOCKET_LIMITS.floodPer10Seconds || long.consumedPoints > this.#long.points)
      return 'flood'
    return short.consumedPoints > this.#short.points ? 'too fast' : 'fine'
  }
}

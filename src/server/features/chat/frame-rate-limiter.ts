import { RateLimiterMemory } from 'rate-limiter-flexible'
import { SOCKET_LIMITS } from '#contract/limits.ts'

export type RateVerdict = 'fine' | 'too fast' | 'flood'

const KEY = 'frames'
/** A client that sends "typing" this much faster than allowed is closed. */
const TYPING_FLOOD_FACTOR = 10

/** Guards the server against one socket. How many messages a user may send is counted over all sockets. */
export class FrameRateLimiter {
  readonly #short = new RateLimiterMemory({ points: SOCKET_LIMITS.framesPer10Seconds, duration: 10 })
  readonly #long = new RateLimiterMemory({ points: SOCKET_LIMITS.framesPerMinute, duration: 60 })
  readonly #typing = new RateLimiterMemory({ points: SOCKET_LIMITS.typingPer10Seconds, duration: 10 })

  async countFrame(): Promise<RateVerdict> {
    const [short, long] = await Promise.all([this.#short.penalty(KEY), this.#long.penalty(KEY)])
    const isFlood = short.consumedPoints > this.#short.points || long.consumedPoints > this.#long.points
    return isFlood ? 'flood' : 'fine'
  }

  /** Apart from the others, so that typing takes no message away. */
  async countTyping(): Promise<RateVerdict> {
    const { consumedPoints } = await this.#typing.penalty(KEY)
    if (consumedPoints > TYPING_FLOOD_FACTOR * this.#typing.points) return 'flood'
    return consumedPoints > this.#typing.points ? 'too fast' : 'fine'
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { CHUNK_BYTES } from './archive-format.ts'

const MIN_PAUSE_MS = 20
/** So that the backup of a site that is never quiet ends all the same. */
const MAX_PAUSE_MS = 60

/**
 * At most 50 MB a second, so that a backup does not slow the site. On a busy site each megabyte takes longer, and so does
 * the pause after it.
 */
export class Pace {
  #bytes = 0
  #startedAt = performance.now()

  /** The same bytes, with a pause after each megabyte of all that one Pace has passed on. */
  async *slow(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      yield chunk
      this.#bytes += chunk.length
      if (this.#bytes < CHUNK_BYTES) continue
      const ms = performance.now() - this.#startedAt
      await sleep(Math.min(Math.max(2 * ms, MIN_PAUSE_MS), MAX_PAUSE_MS))
      this.#bytes = 0
      this.#startedAt = performance.now()
    }
  }
}

import { setTimeout as sleep } from 'node:timers/promises'
import { CHUNK_BYTES } from './archive-format.ts'

const PAUSE_MS = 20

/** At most 50 MB a second, so that a site in use keeps its processors: a backup takes longer rather than slow it. */
export class Pace {
  #bytes = 0

  /** The same bytes, with a pause after each megabyte of all that one Pace has passed on. */
  async *slow(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of bytes) {
      yield chunk
      this.#bytes += chunk.length
      if (this.#bytes < CHUNK_BYTES) continue
      this.#bytes = 0
      await sleep(PAUSE_MS)
    }
  }
}

import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type UploadLock, UploadLocks } from './upload-locks.ts'

/** How often to look whether another process has finished. */
const POLL_MS = 250

/** Null, or what the move has thrown. */
type Outcome = { error: unknown } | null

/** Moves complete uploads into the store in the background, each once at a time over all processes that share the folder. */
export class UploadMover {
  readonly #folder: string
  readonly #locks: UploadLocks
  /** Of this process, by upload. */
  readonly #running = new Map<string, Promise<Outcome>>()

  constructor(folder: string, lockLifetimeMs?: number) {
    this.#folder = folder
    this.#locks = new UploadLocks(folder, lockLifetimeMs)
  }

  /**
   * Starts the move unless it is running, and waits for at most that long. The move goes on afterwards. Returns early while
   * another process does it. Throws what the move throws while this waits.
   */
  async moveWithin(name: string, ms: number, move: () => Promise<void>): Promise<void> {
    const running = this.#running.get(name)
    const outcome = running ? await waitFor(running, ms) : await this.#start(name, ms, move)
    if (outcome) throw outcome.error
  }

  async #start(name: string, ms: number, move: () => Promise<void>): Promise<Outcome> {
    const lock = await this.#locks.acquire(name)
    if (!lock) return sleep(Math.min(ms, POLL_MS), null)
    const running = this.#run(name, lock, move)
    this.#running.set(name, running)
    return waitFor(running, ms)
  }

  async #run(name: string, lock: UploadLock, move: () => Promise<void>): Promise<Outcome> {
    try {
      await move()
      return null
    } catch (error) {
      return { error }
    } finally {
      await lock.release()
      const isGone = await stat(join(this.#folder, name)).then(
        () => false,
        () => true,
      )
      if (isGone) await this.#locks.remove(name).catch(() => null)
      this.#running.delete(name)
    }
  }
}

async function waitFor(running: Promise<Outcome>, ms: number): Promise<Outcome> {
  const waiting = new AbortController()
  try {
    return await Promise.race([running, sleep(ms, null, { signal: waiting.signal })])
  } finally {
    waiting.abort()
  }
}

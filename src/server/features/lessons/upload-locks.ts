import { open, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { getErrorCode } from '#server/platform/error-code.ts'

/** A process that was killed or hangs holds a lock no longer than this. */
const LOCK_LIFETIME_MS = 60_000
const HEARTBEATS_PER_LIFETIME = 6

export interface UploadLock {
  /** Lets another process begin at once. */
  release(): Promise<void>
}

/**
 * Locks of unfinished uploads, which hold between all processes that share the folder. Each is a file beside its upload with
 * the next number, which only one process can create. They are removed with the upload, so no number is used twice.
 */
export class UploadLocks {
  readonly #folder: string
  readonly #lifetimeMs: number

  constructor(folder: string, lifetimeMs = LOCK_LIFETIME_MS) {
    this.#folder = folder
    this.#lifetimeMs = lifetimeMs
  }

  /** Null while another process has it. */
  async acquire(name: string): Promise<UploadLock | null> {
    const numbers = (await this.#find(name)).map((lock) => Number(lock.slice(lock.lastIndexOf('-') + 1)))
    const last = Math.max(0, ...numbers)
    if (last > 0 && (await this.#isAlive(this.#getPath(name, last)))) return null
    const path = this.#getPath(name, last + 1)
    const file = await open(path, 'wx', 0o600).catch((error: unknown) => {
      if (getErrorCode(error) === 'EEXIST') return null
      throw error
    })
    if (!file) return null
    await file.close()
    return this.#hold(path, join(this.#folder, name))
  }

  /** Keeps the upload young with its lock: cleanup would take it for an abandoned one. */
  #hold(path: string, uploadPath: string): UploadLock {
    const setTime = (target: string, ms: number) => utimes(target, new Date(ms), new Date(ms)).catch(() => null)
    const beat = () => Promise.all([path, uploadPath].map((target) => setTime(target, Date.now())))
    let lastBeat = beat()
    const timer = setInterval(() => void (lastBeat = beat()), this.#lifetimeMs / HEARTBEATS_PER_LIFETIME).unref()
    return {
      release: async () => {
        clearInterval(timer)
        await lastBeat
        await setTime(path, Date.now() - this.#lifetimeMs)
      },
    }
  }

  /** Of an upload that is gone. */
  async remove(name: string): Promise<void> {
    for (const lock of await this.#find(name)) await rm(join(this.#folder, lock), { force: true })
  }

  async #find(name: string): Promise<string[]> {
    return (await readdir(this.#folder)).filter((entry) => entry.startsWith(`${name}.lock-`))
  }

  async #isAlive(path: string): Promise<boolean> {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }))
    return Date.now() - mtimeMs < this.#lifetimeMs
  }

  #getPath(name: string, number: number): string {
    return join(this.#folder, `${name}.lock-${number}`)
  }
}

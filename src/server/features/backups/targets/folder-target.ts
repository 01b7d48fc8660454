import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { getErrorCode } from '#server/platform/error-code.ts'
import type { ReadDiskUsage } from '#server/platform/storage/disk-space.ts'
import { syncFolder } from '#server/platform/storage/sync-folder.ts'
import { BackupError } from '../archive/archive-format.ts'
import { isBackupName } from '../backup-name.ts'
import { type BackupTarget, openDisk, toBackupError } from './backup-target.ts'

const CHECK_EVERY_BYTES = 32_000_000
/** A backup that is being written grows all the time. */
const ABANDONED_AFTER_MS = 3_600_000

interface FolderOptions {
  /** Another disk than that of this folder keeps less space free. */
  dataDir?: string
  fileName?: string
  readUsage?: ReadDiskUsage
  /** The number of the disk that a folder is on. */
  readDevice?: (folder: string) => Promise<number>
}

export class FolderTarget implements BackupTarget {
  readonly label: string
  readonly #options: FolderOptions

  constructor(folder: string, options: FolderOptions = {}) {
    this.label = folder
    this.#options = options
  }

  get fileName(): string | undefined {
    return this.#options.fileName
  }

  async write(name: string, bytes: Readable): Promise<number> {
    const path = join(this.label, name)
    const partial = `${path}.part`
    let hasBegun = false
    try {
      await mkdir(this.label, { recursive: true, mode: 0o700 })
      await this.#removeAbandoned()
      if (existsSync(path)) throw new BackupError(`${path} exists already.`)
      if (existsSync(partial))
        throw new BackupError(
          `${partial} exists: another backup is writing it, or was killed. If none runs, remove it.`,
        )
      hasBegun = true
      const file = createWriteStream(partial, { flags: 'wx', mode: 0o600 })
      await pipeline(bytes, (source: Readable) => this.#checkSpace(source), file)
      await syncFile(partial)
      await rename(partial, path)
      await syncFolder(this.label)
      return (await stat(path)).size
    } catch (error) {
      if (hasBegun) await rm(partial, { force: true }).catch(() => null)
      throw toBackupError(error, this.label)
    }
  }

  /** What killed processes have left. */
  async #removeAbandoned(): Promise<void> {
    for (const name of await readdir(this.label)) {
      if (!name.endsWith('.part')) continue
      const whole = name.slice(0, -'.part'.length)
      if (whole !== this.fileName && !isBackupName(whole)) continue
      const path = join(this.label, name)
      const { mtimeMs } = await stat(path)
      if (Date.now() - mtimeMs > ABANDONED_AFTER_MS) await rm(path, { force: true })
    }
  }

  async list(): Promise<string[]> {
    const names = await readdir(this.label).catch((cause: unknown) => {
      // It is made for the first backup.
      if (getErrorCode(cause) === 'ENOENT') return []
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new BackupError(`The backups in ${this.label} can’t be listed (${reason}).`, { cause })
    })
    return names.filter(isBackupName).sort()
  }

  async remove(name: string): Promise<void> {
    await rm(join(this.label, name), { force: true })
  }

  readOnce<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result> {
    return this.read(name, work)
  }

  async read<Result>(name: string, work: (path: string) => Promise<Result>): Promise<Result> {
    return work(join(this.label, name))
  }

  /** The disk may be the database's, which stops when it is full. */
  async *#checkSpace(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const { readUsage } = this.#options
    const disk = openDisk(this.label, { hasSmallReserve: await this.#isOtherDisk(), readUsage })
    let unchecked = CHECK_EVERY_BYTES
    for await (const chunk of bytes) {
      unchecked += chunk.length
      if (unchecked >= CHECK_EVERY_BYTES) {
        await disk.requireFree(CHECK_EVERY_BYTES)
        unchecked = 0
      }
      yield chunk
    }
  }

  async #isOtherDisk(): Promise<boolean> {
    const { dataDir = this.label, readDevice = async (folder) => (await stat(folder)).dev } = this.#options
    const [own, other] = await Promise.all([readDevice(this.label), readDevice(dataDir).catch(() => null)])
    return other !== null && own !== other
  }
}

async function syncFile(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

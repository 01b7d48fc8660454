import { statfs } from 'node:fs/promises'
import { AppError } from '#contract/errors.ts'
import type { Warnings } from '#server/platform/warnings.ts'

/** Kept for the database, which stops when its disk is full: the larger of these. */
const RESERVE_SHARE = 0.05
export const MIN_RESERVE_BYTES = 500_000_000
/** Admins are warned before uploads are refused. */
export const WARNING_FACTOR = 2

export const createDiskFullError = (cause?: unknown) =>
  new AppError('too_large', { text: 'There is not enough disk space for this file', cause })

export interface DiskUsage {
  freeBytes: number
  totalBytes: number
}

export type ReadDiskUsage = (folder: string) => Promise<DiskUsage>

interface DiskSpaceDeps {
  folder: string
  /** Bytes that open uploads have yet to write. */
  countPendingBytes: () => Promise<number>
  warnings: Pick<Warnings, 'set' | 'clear'>
  readUsage?: ReadDiskUsage
  /** Bytes to keep. */
  getReserve?: (usage: DiskUsage) => number
}

/** Refuses uploads that would take the disk's last bytes. */
export class DiskSpace {
  readonly #deps: Required<DiskSpaceDeps>
  /** One claim after the other, so that two of them cannot take the same bytes. */
  #lastClaim: Promise<unknown> = Promise.resolve()

  constructor(deps: DiskSpaceDeps) {
    this.#deps = { readUsage: readDiskUsage, getReserve, ...deps }
  }

  /** Runs `write` if that many bytes more fit beside all open uploads, or throws `too_large`. */
  claim<Result>(bytes: number, write: () => Promise<Result>): Promise<Result> {
    const claim = this.#lastClaim.then(async () => {
      await this.#requireBytes(bytes + (await this.#deps.countPendingBytes()))
      return write()
    })
    this.#lastClaim = claim.catch(() => null)
    return claim
  }

  /** For bytes that were claimed before: something else may have filled the disk since. */
  requireFree(bytes: number): Promise<void> {
    return this.#requireBytes(bytes)
  }

  /** Sets or clears the warning for admins. */
  async check(): Promise<void> {
    const { countPendingBytes, readUsage, folder, warnings } = this.#deps
    const usage = await readUsage(folder)
    const reserve = this.#deps.getReserve(usage)
    const freeBytes = usage.freeBytes - (await countPendingBytes())
    if (freeBytes >= WARNING_FACTOR * reserve) return warnings.clear('low_disk')
    const left = `The disk has ${toGigabytes(usage.freeBytes)} left.`
    warnings.set(
      'low_disk',
      freeBytes < reserve
        ? `${left} Uploads are refused to keep ${toGigabytes(reserve)} for the database. Free some space or use a larger disk.`
        : `${left} Uploads will be refused at ${toGigabytes(reserve)}. Free some space or use a larger disk.`,
    )
  }

  async #requireBytes(bytes: number): Promise<void> {
    const { readUsage, folder } = this.#deps
    const usage = await readUsage(folder)
    if (usage.freeBytes - bytes >= this.#deps.getReserve(usage)) return
    await this.check()
    throw createDiskFullError()
  }
}

export const getReserve = ({ totalBytes }: DiskUsage) => Math.max(RESERVE_SHARE * totalBytes, MIN_RESERVE_BYTES)

const toGigabytes = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`

export async function readDiskUsage(folder: string): Promise<DiskUsage> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
}

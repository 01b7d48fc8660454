import { mkdir } from 'node:fs/promises'
import { DiskSpace } from '#server/platform/storage/disk-space.ts'
import { BackupError } from './archive/archive-format.ts'

/** A database takes about three times its rows: rows, indexes and the write-ahead log. */
export const DATABASE_SPACE_FACTOR = 3

/** Makes the folder if needed. */
export async function requireSpace(folder: string, bytes: number): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const disk = new DiskSpace({
    folder,
    countPendingBytes: async () => 0,
    warnings: { set: () => {}, clear: () => {} },
  })
  await disk.requireFree(bytes).catch((cause: unknown) => {
    const megabytes = Math.ceil(bytes / 1e6)
    throw new BackupError(`There is not enough disk space in ${folder}: the restored site needs ${megabytes} MB.`, {
      cause,
    })
  })
}

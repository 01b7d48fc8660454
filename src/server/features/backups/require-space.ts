import { mkdir } from 'node:fs/promises'
import { BackupError } from './archive/archive-format.ts'
import { openDisk } from './targets/backup-target.ts'

/** A database takes about three times its rows: rows, indexes and the write-ahead log. */
export const DATABASE_SPACE_FACTOR = 3

/**
 * Makes the folder if needed.
 * @param subject what needs the space
 */
export async function requireSpace(folder: string, bytes: number, subject = 'the restored site'): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await openDisk(folder)
    .requireFree(bytes)
    .catch((cause: unknown) => {
      throw createSpaceError({ folder, bytes, subject }, cause)
    })
}

interface Need {
  folder: string
  bytes: number
  subject: string
}

export const createSpaceError = ({ folder, bytes, subject }: Need, cause: unknown) =>
  new BackupError(`There is not enough disk space in ${folder}: ${subject} needs ${Math.ceil(bytes / 1e6)} MB.`, {
    cause,
  })

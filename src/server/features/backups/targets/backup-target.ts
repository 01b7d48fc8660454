import type { Readable } from 'node:stream'
import { AppError } from '#contract/errors.ts'
import { DiskSpace, MIN_RESERVE_BYTES, type ReadDiskUsage } from '#server/platform/storage/disk-space.ts'
import { BackupError } from '../archive/archive-format.ts'

/** Where backups are kept. */
export interface BackupTarget {
  /** As admins read it: a folder, or a bucket. */
  readonly label: string
  /** The only name that it takes; without it each backup has its own. */
  readonly fileName?: string | undefined
  /** Returns the number of bytes once they are stored for good. Nothing is left when it fails. */
  write(name: string, bytes: Readable, signal?: AbortSignal): Promise<number>
  /** Names, oldest first. */
  list(): Promise<string[]>
  remove(name: string): Promise<void>
  /** Lends the path of a file of this machine, or bytes to be read once. */
  readOnce<Result>(
    name: string,
    work: (archive: string | Readable) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result>
  /** Lends a file of this machine with the backup. */
  read<Result>(name: string, work: (path: string) => Promise<Result>, signal?: AbortSignal): Promise<Result>
}

interface DiskOptions {
  /** Of a disk that has neither the embedded database nor uploads; a PostgreSQL may be on it. */
  hasSmallReserve?: boolean
  readUsage?: ReadDiskUsage | undefined
}

/** Without a warning of its own. */
export const openDisk = (folder: string, { hasSmallReserve = false, readUsage }: DiskOptions = {}) =>
  new DiskSpace({
    ...{ folder, countPendingBytes: async () => 0, warnings: { set: () => {}, clear: () => {} } },
    ...(hasSmallReserve && { getReserve: () => MIN_RESERVE_BYTES }),
    ...(readUsage && { readUsage }),
  })

export const isDiskFull = (error: unknown) =>
  (error instanceof AppError && error.code === 'too_large') ||
  (isSystemError(error) && /ENOSPC|EDQUOT/.test(error.code))

export function toBackupError(error: unknown, folder: string): unknown {
  if (isDiskFull(error))
    return new BackupError(
      'There is not enough disk space for a backup. Free some space, or set BACKUP_TO to another disk.',
      { cause: error },
    )
  // Not of an upload that could not be read.
  const isOfFolder = isSystemError(error) && isInOrAbove(error.path, folder)
  return isOfFolder
    ? new BackupError(
        `No backup can be written into ${folder} (${error.message}). Make this folder writable, or choose another one.`,
        { cause: error },
      )
    : error
}

const isInOrAbove = (path: string | undefined, folder: string) =>
  path !== undefined && (path.startsWith(folder) || folder.startsWith(path))

const isSystemError = (error: unknown): error is Error & { code: string; path?: string } =>
  error instanceof Error && 'syscall' in error

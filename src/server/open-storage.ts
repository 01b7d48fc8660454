import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { startCleanupJobs } from './cleanup-jobs.ts'
import type { Env } from './env.ts'
import { SubmissionFiles } from './features/assignments/submission-files.ts'
import { createBackupTarget } from './features/backups/targets/create-backup-target.ts'
import { Backups } from './features/backups/backups.ts'
import { type LessonFileLimits, LessonFiles } from './features/lessons/lesson-files.ts'
import { countPendingBytes } from './features/lessons/unfinished-uploads.ts'
import { getUploadsFolder } from './features/uploads/upload-routes.ts'
import type { Database } from './platform/db/connect.ts'
import { DiskSpace, type ReadDiskUsage } from './platform/storage/disk-space.ts'
import type { FileStore } from './platform/storage/file-store.ts'
import { FolderStore } from './platform/storage/folder-store.ts'
import { Pictures } from './platform/storage/pictures.ts'
import { S3Store } from './platform/storage/s3-store.ts'
import { createWarnings, type Warnings } from './platform/warnings.ts'

interface StorageDeps {
  env: Env
  database: Database
  warnings: Warnings
  readDiskUsage?: ReadDiskUsage | undefined
  lessonFileLimits?: LessonFileLimits | undefined
}

/** Pictures, lesson files, backups and the outbox, with the jobs that free their space. */
export function openStorage(
  { env, database, warnings, readDiskUsage, lessonFileLimits }: StorageDeps,
  app: FastifyInstance,
) {
  const { db } = database
  const folder = getUploadsFolder(env.dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const disk = openDiskSpace(env, warnings, readDiskUsage)
  const files = openFileStore(env)
  const pictures = new Pictures(files, (bytes, write) => (files.folder === null ? write() : disk.claim(bytes, write)))
  const lessonFiles = new LessonFiles(folder, files, disk, lessonFileLimits)
  const submissionFiles = new SubmissionFiles(folder, files, disk)
  const onFailure = (error: unknown, problem: string) => app.log.error({ err: error }, problem)
  const backups = openBackups(env, database, onFailure, warnings)
  const outboxFolder = getOutboxFolder(env)
  const stopCleanup = startCleanupJobs({
    ...{ db, pictures, folder, files, outboxFolder, disk, log: app.log },
    auditLogDays: env.auditLogDays,
  })
  // Before the server waits for what is running.
  app.addHook('preClose', async () => void backups.stop())
  app.addHook('onClose', async () => {
    stopCleanup()
    await backups.stop()
    await pictures.close()
  })
  return { folder, files, pictures, lessonFiles, submissionFiles, backups }
}

export function openDiskSpace(env: Pick<Env, 'dataDir'>, warnings: Warnings, readUsage?: ReadDiskUsage): DiskSpace {
  const folder = getUploadsFolder(env.dataDir)
  return new DiskSpace({
    folder,
    countPendingBytes: () => countPendingBytes(folder),
    warnings,
    ...(readUsage && { readUsage }),
  })
}

export const openFileStore = ({ s3, dataDir }: Pick<Env, 's3' | 'dataDir'>): FileStore =>
  s3 ? new S3Store(s3) : new FolderStore(getUploadsFolder(dataDir))

export function openBackups(
  env: Env,
  database: Database,
  onFailure: (error: unknown, problem: string) => void,
  warnings = createWarnings(),
): Backups {
  const { dataDir, backups: settings } = env
  const target = createBackupTarget(settings.to, dataDir)
  return new Backups({ database, dataDir, files: openFileStore(env), target, settings, warnings, onFailure })
}

export const getOutboxFolder = ({ dataDir }: Env) => join(dataDir, 'outbox')

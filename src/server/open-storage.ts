import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { startCleanupJobs } from './cleanup-jobs.ts'
import type { Env } from './env.ts'
import { SubmissionFiles } from './features/assignments/submission-files.ts'
import { LessonFiles } from './features/lessons/lesson-files.ts'
import { countPendingBytes } from './features/lessons/unfinished-uploads.ts'
import { getUploadsFolder } from './features/uploads/upload-routes.ts'
import type { Db } from './platform/db/connect.ts'
import { DiskSpace, type ReadDiskUsage } from './platform/storage/disk-space.ts'
import { Pictures } from './platform/storage/pictures.ts'
import type { Warnings } from './platform/warnings.ts'

interface StorageDeps {
  env: Env
  db: Db
  warnings: Warnings
  readDiskUsage?: ReadDiskUsage | undefined
}

/** Pictures, lesson files and the outbox, with the jobs that free their space. */
export function openStorage({ env, db, warnings, readDiskUsage }: StorageDeps, app: FastifyInstance) {
  const folder = getUploadsFolder(env.dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const disk = new DiskSpace({
    folder,
    countPendingBytes: () => countPendingBytes(folder),
    warnings,
    ...(readDiskUsage && { readUsage: readDiskUsage }),
  })
  const pictures = new Pictures(folder, (bytes, write) => disk.claim(bytes, write))
  const lessonFiles = new LessonFiles(folder, disk)
  const submissionFiles = new SubmissionFiles(folder, disk)
  const outboxFolder = getOutboxFolder(env)
  const stopCleanup = startCleanupJobs({
    ...{ db, pictures, folder, outboxFolder, disk, log: app.log },
    auditLogDays: env.auditLogDays,
  })
  app.addHook('onClose', () => {
    stopCleanup()
    return pictures.close()
  })
  return { folder, pictures, lessonFiles, submissionFiles }
}

export const getOutboxFolder = ({ dataDir }: Env) => join(dataDir, 'outbox')

import type { S3Settings } from '#server/platform/storage/s3-settings.ts'
import type { BackupTarget } from './backup-target.ts'
import { FolderTarget } from './folder-target.ts'
import { S3Target } from './s3-target.ts'

export const createBackupTarget = (to: string | S3Settings, dataDir: string): BackupTarget =>
  typeof to === 'string' ? new FolderTarget(to, { dataDir }) : new S3Target(to, dataDir)

import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { parseS3Url, type S3Settings } from '#server/platform/storage/s3-settings.ts'
import { onOff, text, wholeNumber } from './setting-types.ts'

const S3_FORM =
  'an address such as s3://key:secret@s3.example.org/bucket?region=eu-central-1, with / as %2F and % as %25 in the key and secret'
const DURATION = /^([1-9]\d{0,3})(h|d)$/

/** Where files are and how they are backed up; part of every setting in env.ts. */
export const storageSettings = {
  S3_URL: z.optional(text(`S3_URL must be ${S3_FORM}`, (value) => parseS3Url(value) !== null)),
  BACKUP_TO: z.optional(
    text(
      `BACKUP_TO must be a folder, s3 for the bucket of S3_URL, or ${S3_FORM}`,
      (value) => !value.startsWith('s3:') || parseS3Url(value) !== null,
    ),
  ),
  BACKUP_EVERY: z._default(
    z.pipe(
      text(
        'BACKUP_EVERY must be off, or hours or days such as 6h or 1d',
        (value) => value === 'off' || DURATION.test(value),
      ),
      z.transform(toHours),
    ),
    null,
  ),
  BACKUP_KEEP: z._default(wholeNumber('BACKUP_KEEP', 1, 1_000), 7),
  BACKUP_FILES: z._default(onOff('BACKUP_FILES'), true),
  BACKUP_BEFORE_UPGRADE: z._default(onOff('BACKUP_BEFORE_UPGRADE'), true),
}

type StorageValues = z.output<z.ZodMiniObject<typeof storageSettings>>

export interface BackupSettings {
  /** A folder or a bucket. */
  to: string | S3Settings
  /** Null: backups are made by hand only. */
  everyHours: number | null
  keep: number
  /** Whether backups contain the uploads. */
  hasFiles: boolean
  beforeUpgrade: boolean
}

export function toStorageEnv(values: StorageValues, dataDir: string) {
  const s3 = values.S3_URL === undefined ? null : parseS3Url(values.S3_URL)
  const backups: BackupSettings = {
    to: toBackupLocation(values.BACKUP_TO, s3) ?? resolve(dataDir, 'backups'),
    everyHours: values.BACKUP_EVERY,
    keep: values.BACKUP_KEEP,
    hasFiles: values.BACKUP_FILES,
    beforeUpgrade: values.BACKUP_BEFORE_UPGRADE,
  }
  return { s3, backups }
}

export function findStorageProblem({ BACKUP_TO, S3_URL }: StorageValues): string | undefined {
  return BACKUP_TO === 's3' && S3_URL === undefined ? 'S3_URL must be set while BACKUP_TO is s3' : undefined
}

/** As in BACKUP_TO. Null when nothing is given, or when it names a bucket that is not set. */
export function toBackupLocation(value: string | undefined, s3: S3Settings | null): string | S3Settings | null {
  if (value === undefined) return null
  if (value === 's3') return s3 && { ...s3, prefix: `${s3.prefix}backups/` }
  return value.startsWith('s3:') ? parseS3Url(value) : resolve(value)
}

function toHours(value: string): number | null {
  const [, count, unit] = DURATION.exec(value) ?? []
  return count === undefined ? null : Number(count) * (unit === 'd' ? 24 : 1)
}

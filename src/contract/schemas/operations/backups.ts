import * as z from 'zod/mini'
import { BACKUP_KINDS, BACKUP_STATUSES } from '#contract/choices.ts'
import { defineEndpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/schemas/fields.ts'

export const backup = z.object({
  backup_id: z.int(),
  kind: z.enum(BACKUP_KINDS),
  status: z.enum(BACKUP_STATUSES),
  started_date: instant,
  finished_date: z.nullable(instant),
  /** The file's name; empty while there is none. */
  name: z.string(),
  size_bytes: z.number(),
  rows: z.number(),
  files: z.number(),
  /** When all checksums were verified. */
  checked_date: z.nullable(instant),
  /** When its database was restored into a temporary one. */
  restored_date: z.nullable(instant),
  /** Why it failed; empty when it did not. */
  problem: z.string(),
})
export type Backup = z.infer<typeof backup>

export const getBackups = defineEndpoint({
  summary: 'Returns how backups are made, the last ones that are kept or failed, and the last restore test.',
  input: z.object({}),
  output: z.object({
    /** Null: there is no schedule. */
    every_hours: z.nullable(z.int()),
    keep: z.int(),
    /** A folder or a bucket. */
    location: z.string(),
    has_files: z.boolean(),
    /** When a backup was last restored as a test; null before. */
    restore_test_date: z.nullable(instant),
    isRunning: z.boolean(),
    /** Newest first. */
    backups: z.array(backup),
  }),
})
export type BackupList = z.infer<typeof getBackups.output>

export const startBackup = defineEndpoint({
  summary: 'Starts a backup. Its result is in getBackups.',
  input: z.object({}),
  output: z.string(),
})

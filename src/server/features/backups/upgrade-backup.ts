import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { backups } from '#server/platform/db/schema.ts'
import { migrate, MIGRATIONS } from '#server/platform/db/migrate.ts'
import { withClient } from '#server/platform/db/open-client.ts'
import { BackupError } from './archive/archive-format.ts'
import { withBackupLock } from './backup-lock.ts'
import type { BackupTarget } from './backup-target.ts'
import { type BackupSource, createBackup, type CreatedBackup } from './create-backup.ts'
import { isFilled } from './database/empty-database.ts'

/**
 * Migrates, and backs the database up before a new version changes it: restoring this backup is how to go back. Uploads
 * are left out, because migrations do not change them.
 * @param target null: no backup
 */
export async function migrateWithBackup(
  source: BackupSource,
  target: BackupTarget | null,
  {
    migrationsFolder = MIGRATIONS,
    fill = async () => {},
  }: { migrationsFolder?: string; fill?: () => Promise<void> } = {},
): Promise<CreatedBackup | null> {
  const { database, dataDir } = source
  let made: CreatedBackup | null = null
  const backUp = async (place: BackupTarget) => {
    if (!(await isFilled(database))) return
    made = await withBackupLock(database, dataDir, () => createBackup(source, place, { hasFiles: false })).catch(
      (error: unknown) => {
        throw error instanceof BackupError ? toUpgradeError(error) : error
      },
    )
  }
  await migrate(database, migrationsFolder, fill, target ? () => backUp(target) : undefined)
  if (made && target) await recordBackup(source, made, target)
  return made
}

/** The table may be one that this upgrade has made. */
async function recordBackup({ database }: BackupSource, made: CreatedBackup, { label }: BackupTarget): Promise<void> {
  await withClient(database, async (client) => {
    await drizzle(client)
      .insert(backups)
      .values({
        ...{ kind: 'upgrade', status: 'succeeded', finishedAt: sql`now()`, location: label },
        ...{ name: made.name, sizeBytes: made.bytes, rowsCount: made.rows, filesCount: made.files },
      })
  })
}

const toUpgradeError = (cause: BackupError) =>
  new BackupError(
    `The backup before the upgrade failed: ${cause.message} Set BACKUP_BEFORE_UPGRADE=off to upgrade without one.`,
    { cause },
  )

import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { backups } from '#server/platform/db/schema.ts'
import { migrate, MIGRATIONS, readMigrationTag } from '#server/platform/db/migrate.ts'
import { withClient } from '#server/platform/db/open-client.ts'
import { BackupError } from './archive/archive-format.ts'
import { withBackupLock } from './backup-lock.ts'
import { parseBackupName, readSiteLabel } from './backup-name.ts'
import type { BackupTarget } from './targets/backup-target.ts'
import { type BackupSource, createBackup, type CreatedBackup } from './create-backup.ts'
import { isFilled } from './database/empty-database.ts'
import { recordSiteObjects } from './database/site-objects.ts'

/** Where a migration fails and the server is started again and again, each start would make another backup. */
const REUSE_MS = 3_600_000

type UpgradeBackup = Pick<CreatedBackup, 'name'> & Partial<CreatedBackup>

interface UpgradeOptions {
  migrationsFolder?: string
  fill?: () => Promise<void>
  /** Tells the name of the backup before anything changes. */
  report?: (text: string) => void
}

/**
 * Migrates, and backs the database up before a new version changes it: restoring this backup is how to go back. Uploads
 * are left out, because migrations do not change them.
 * @param target null: no backup
 * @returns null when none was needed
 */
export async function migrateWithBackup(
  source: BackupSource,
  target: BackupTarget | null,
  { migrationsFolder = MIGRATIONS, fill = async () => {}, report = () => {} }: UpgradeOptions = {},
): Promise<UpgradeBackup | null> {
  const { database } = source
  let made: UpgradeBackup | null = null
  const backUp = async (place: BackupTarget) => {
    if (!(await isFilled(database))) return
    made = await backUpBeforeUpgrade(source, place)
    report(`The backup before the upgrade is ${made.name} in ${place.label}. Restoring it is the way back.`)
  }
  const fillAndRecord = async () => {
    await fill()
    await withClient(database, recordSiteObjects)
  }
  await migrate(database, migrationsFolder, fillAndRecord, target ? () => backUp(target) : undefined)
  if (made && target) await recordBackup(source, made, target)
  return made
}

async function backUpBeforeUpgrade(source: BackupSource, target: BackupTarget): Promise<UpgradeBackup> {
  const { database, dataDir } = source
  const tag = await withClient(database, readMigrationTag)
  const origin = { kind: 'upgrade', migration: tag?.slice(0, 4), site: await readSiteLabel(database) } as const
  try {
    const recent = (await target.list()).findLast((name) => {
      const parsed = parseBackupName(name)
      const isSame = parsed?.kind === 'upgrade' && parsed.migration === origin.migration && parsed.site === origin.site
      const ageMs = Date.now() - (parsed?.madeAt.getTime() ?? 0)
      return isSame && ageMs >= 0 && ageMs < REUSE_MS
    })
    if (recent) return { name: recent }
    // Another server may be making a scheduled one.
    return await withBackupLock(database, dataDir, () => createBackup(source, target, { hasFiles: false, origin }), {
      waits: true,
    })
  } catch (error) {
    throw error instanceof BackupError ? toUpgradeError(error) : error
  }
}

/** The table may be one that this upgrade has made. */
async function recordBackup(
  { database }: BackupSource,
  { name, bytes, rows, files }: UpgradeBackup,
  { label }: BackupTarget,
): Promise<void> {
  await withClient(database, async (client) => {
    await drizzle(client)
      .insert(backups)
      .values({
        ...{ kind: 'upgrade', status: 'succeeded', finishedAt: sql`now()`, checkedAt: sql`now()`, location: label },
        ...{ name, sizeBytes: bytes, rowsCount: rows, filesCount: files },
      })
  })
}

const toUpgradeError = (cause: BackupError) =>
  new BackupError(
    `The backup before the upgrade failed: ${cause.message} Set BACKUP_BEFORE_UPGRADE=off to upgrade without one.`,
    { cause },
  )

import { mkdirSync } from 'node:fs'
import { type CreatedAdmin, ensureAdmin } from './cli/ensure-admin.ts'
import { type SeededDemo, seedDemo } from './demo/seed.ts'
import { seedAuditLog } from './demo/seed-audit-log.ts'
import { seedConversations } from './demo/seed-conversations.ts'
import type { Env } from './env.ts'
import { createBackupTarget } from './features/backups/targets/create-backup-target.ts'
import { migrateWithBackup } from './features/backups/upgrade-backup.ts'
import { moveUploads } from './features/uploads/move-uploads.ts'
import { getUploadsFolder } from './features/uploads/upload-routes.ts'
import { openFileStore } from './open-storage.ts'
import type { Database } from './platform/db/connect.ts'

export interface PreparedDatabase {
  seeded: SeededDemo | null
  /** Null when another process, or an earlier start, has created it. */
  admin: CreatedAdmin | null
}

/** Migrates, and fills an empty database. Of several processes that start together one does each. */
export async function prepareDatabase(database: Database, env: Env): Promise<PreparedDatabase> {
  const { dataDir, backups } = env
  const uploadsFolder = getUploadsFolder(dataDir)
  const files = openFileStore(env)
  mkdirSync(uploadsFolder, { recursive: true, mode: 0o700 })
  const prepared: PreparedDatabase = { seeded: null, admin: null }
  const fill = async () => {
    prepared.seeded = await seedDemo(database, env)
    // Its entries are older than the one about the admin.
    if (prepared.seeded?.isNew) await seedAuditLog(database.db)
    prepared.admin = await ensureAdmin(database.db, env)
    if (prepared.seeded?.isNew && prepared.admin) await seedConversations(database.db, prepared.admin.id)
    if (prepared.seeded?.isNew && files.folder === null) await moveUploads(uploadsFolder, files)
  }
  const target = backups.beforeUpgrade ? createBackupTarget(backups.to, dataDir) : null
  // Before the server has a log, and before a migration that may fail.
  const report = (text: string) => void process.stdout.write(`${text}\n`)
  await migrateWithBackup({ database, dataDir, files }, target, { fill, report })
  return prepared
}

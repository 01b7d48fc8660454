import { mkdirSync } from 'node:fs'
import { ensureAdmin, type FirstAdmin } from './cli/ensure-admin.ts'
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
  admin: FirstAdmin
}

/** Migrates, and fills an empty database. Of several processes that start together one does each. */
export async function prepareDatabase(database: Database, env: Env): Promise<PreparedDatabase> {
  const { dataDir, backups } = env
  const uploadsFolder = getUploadsFolder(dataDir)
  const files = openFileStore(env)
  mkdirSync(uploadsFolder, { recursive: true, mode: 0o700 })
  // Before the server has a log, and before a migration that may fail.
  const report = (text: string) => void process.stdout.write(`${text}\n`)
  const prepared: Partial<PreparedDatabase> = {}
  const fill = async () => {
    const seeded = await seedDemo(database, env)
    // Its entries are older than the one about the admin.
    if (seeded?.isNew) await seedAuditLog(database.db)
    const admin = await ensureAdmin(database.db, env)
    // At once: a later step of this start may fail, and the next start finds the admin.
    if (admin.password !== undefined) report(`\n  Admin    ${admin.email}  ${admin.password}  (shown once)`)
    Object.assign(prepared, { seeded, admin })
    if (seeded?.isNew && admin.isNew) await seedConversations(database.db, admin.id)
    if (seeded?.isNew && files.folder === null) await moveUploads(uploadsFolder, files)
  }
  const target = backups.beforeUpgrade ? createBackupTarget(backups.to, dataDir) : null
  await migrateWithBackup({ database, dataDir, files }, target, { fill, report })
  const { seeded = null, admin } = prepared
  if (!admin) throw new Error('The database was not filled')
  return { seeded, admin }
}

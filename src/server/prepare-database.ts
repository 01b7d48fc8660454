import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type CreatedAdmin, ensureAdmin } from './cli/ensure-admin.ts'
import { type SeededDemo, seedDemo } from './demo/seed.ts'
import { seedConversations } from './demo/seed-conversations.ts'
import type { Env } from './env.ts'
import { getUploadsFolder } from './features/uploads/upload-routes.ts'
import type { Database } from './platform/db/connect.ts'
import { migrate } from './platform/db/migrate.ts'
import { PROJECT_ROOT } from './platform/project-root.ts'

export interface PreparedDatabase {
  seeded: SeededDemo | null
  /** Null when another process, or an earlier start, has created it. */
  admin: CreatedAdmin | null
}

/** Migrates, and fills an empty database. Of several processes that start together one does each. */
export async function prepareDatabase(database: Database, env: Env): Promise<PreparedDatabase> {
  mkdirSync(getUploadsFolder(env.dataDir), { recursive: true, mode: 0o700 })
  const prepared: PreparedDatabase = { seeded: null, admin: null }
  await migrate(database, join(PROJECT_ROOT, 'migrations'), async () => {
    prepared.seeded = await seedDemo(database, env)
    prepared.admin = await ensureAdmin(database.db, env)
    if (prepared.seeded?.isNew && prepared.admin) await seedConversations(database.db, prepared.admin.id)
  })
  return prepared
}

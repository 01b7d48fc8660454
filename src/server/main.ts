import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { eq } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { RenderPage } from '#contract/page.ts'
import { type AppOptions, buildApp } from './app.ts'
import { ensureAdmin, warnAboutAdminPassword } from './cli/ensure-admin.ts'
import { connect } from './platform/db/connect.ts'
import { seedDemo } from './demo/seed.ts'
import { seedConversations } from './demo/seed-conversations.ts'
import { coupons } from './platform/db/schema.ts'
import { readEnv } from './env.ts'
import { createBackupTarget } from './features/backups/backup-target.ts'
import { migrateWithBackup } from './features/backups/upgrade-backup.ts'
import { moveUploads } from './features/uploads/move-uploads.ts'
import { openFileStore } from './open-storage.ts'
import { getUploadsFolder } from './features/uploads/upload-routes.ts'
import { PROJECT_ROOT } from './platform/project-root.ts'
import { printStartupBanner } from './cli/startup-banner.ts'
import { createWarnings } from './platform/warnings.ts'

const DEMO_COUPON = 'WELCOME25'

export interface RunningServer {
  /** Finishes the requests in flight, then closes the database. */
  stop(): Promise<void>
}

/** Reads the settings, opens the database and listens. */
export async function startServer(loadPages: () => Promise<NonNullable<AppOptions['pages']>>): Promise<RunningServer> {
  const env = readEnv()
  const database = await connect(env)
  let app: FastifyInstance
  try {
    const { dataDir, backups } = env
    const files = openFileStore(env)
    const target = backups.beforeUpgrade ? createBackupTarget(backups.to) : null
    await migrateWithBackup({ database, dataDir, files }, target)
    mkdirSync(getUploadsFolder(dataDir), { recursive: true, mode: 0o700 })
    const seeded = await seedDemo(database, env)
    if (seeded?.isNew && files.folder === null) await moveUploads(getUploadsFolder(dataDir), files)
    const admin = await ensureAdmin(database.db, env)
    if (seeded?.isNew && admin) await seedConversations(database.db, admin.id)
    const warnings = createWarnings()
    await warnAboutAdminPassword(database.db, env, warnings)
    app = await buildApp({ env, database, hasDemo: seeded !== null, warnings, pages: await loadPages() })
    await app.listen({ port: env.port, host: env.host })
    const coupon = seeded && (await database.db.query.coupons.findFirst({ where: eq(coupons.code, DEMO_COUPON) }))
    printStartupBanner({ env, app, admin, seeded, coupon: coupon?.code, warnings })
  } catch (error) {
    await database.close()
    throw error
  }

  let stopping: Promise<void> | undefined
  const close = async () => {
    await app.close()
    await database.close()
  }
  return { stop: () => (stopping ??= close()) }
}

/** Runs the built product until a signal stops it. */
export async function main(): Promise<void> {
  const server = await startServer(loadBuiltPages)
  const stop = () => void server.stop().then(() => process.exit(0))
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stop)
}

async function loadBuiltPages(): Promise<NonNullable<AppOptions['pages']>> {
  const { renderPage } = (await import(
    /* @vite-ignore */ pathToFileURL(join(PROJECT_ROOT, 'dist/pages/entry-server.js')).href
  )) as {
    renderPage: RenderPage
  }
  return { renderPage, clientFolder: join(PROJECT_ROOT, 'dist/client') }
}

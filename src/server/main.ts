import cluster from 'node:cluster'
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
import { migrate } from './platform/db/migrate.ts'
import { readEnv } from './env.ts'
import { getUploadsFolder } from './features/uploads/upload-routes.ts'
import { PROJECT_ROOT } from './platform/project-root.ts'
import { printStartupBanner } from './cli/startup-banner.ts'
import { createWarnings } from './platform/warnings.ts'
import { runWorkers } from './processes/run-workers.ts'

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
    await migrate(database, join(PROJECT_ROOT, 'migrations'))
    mkdirSync(getUploadsFolder(env.dataDir), { recursive: true, mode: 0o700 })
    const seeded = await seedDemo(database, env)
    const admin = await ensureAdmin(database.db, env)
    if (seeded?.isNew && admin) await seedConversations(database.db, admin.id)
    const warnings = createWarnings()
    await warnAboutAdminPassword(database.db, env, warnings)
    app = await buildApp({ env, database, hasDemo: seeded !== null, warnings, pages: await loadPages() })
    await app.listen({ port: env.port, host: env.host })
    const coupon = seeded && (await database.db.query.coupons.findFirst({ where: eq(coupons.code, DEMO_COUPON) }))
    if (!cluster.worker || cluster.worker.id === 1)
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
  if (cluster.isPrimary && readEnv().workers > 1) return runWorkers()
  const server = await startServer(loadBuiltPages)
  const stop = () => void server.stop().then(() => process.exit(0))
  // A terminal signals all processes of a pool, and only the pool's first one decides what they mean.
  const pass = () => {}
  process.on('SIGTERM', stop)
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, cluster.isWorker ? pass : stop)
}

async function loadBuiltPages(): Promise<NonNullable<AppOptions['pages']>> {
  const { renderPage } = (await import(
    /* @vite-ignore */ pathToFileURL(join(PROJECT_ROOT, 'dist/pages/entry-server.js')).href
  )) as {
    renderPage: RenderPage
  }
  return { renderPage, clientFolder: join(PROJECT_ROOT, 'dist/client') }
}

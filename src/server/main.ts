import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { RenderPage } from '#contract/page.ts'
import { buildApp } from './app.ts'
import { ensureAdmin } from './cli/ensure-admin.ts'
import { connect } from './platform/db/connect.ts'
import { seedDemo } from './demo/seed.ts'
import { seedConversations } from './demo/seed-conversations.ts'
import { migrate } from './platform/db/migrate.ts'
import { readEnv } from './env.ts'
import { getUploadsFolder } from './features/uploads/upload-routes.ts'
import { PROJECT_ROOT } from './platform/project-root.ts'
import { printStartupBanner } from './cli/startup-banner.ts'

export async function main(): Promise<void> {
  const env = readEnv()
  const database = await connect(env)
  let app: FastifyInstance
  try {
    await migrate(database, join(PROJECT_ROOT, 'migrations'))
    mkdirSync(getUploadsFolder(env.dataDir), { recursive: true, mode: 0o700 })
    const seeded = await seedDemo(database, env)
    const admin = await ensureAdmin(database.db, env)
    if (seeded?.isNew && admin) await seedConversations(database.db, admin.id)
    const { renderPage } = (await import(pathToFileURL(join(PROJECT_ROOT, 'dist/pages/entry-server.js')).href)) as {
      renderPage: RenderPage
    }
    app = await buildApp({
      env,
      database,
      pages: { renderPage, clientFolder: join(PROJECT_ROOT, 'dist/client') },
    })
    await app.listen({ port: env.port, host: env.host })
    printStartupBanner({ env, app, admin, seeded })
  } catch (error) {
    await database.close()
    throw error
  }

  let closing = false
  const stop = async () => {
    if (closing) return
    closing = true
    await app.close()
    await database.close()
    process.exit(0)
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
}

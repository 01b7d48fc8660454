import cluster from 'node:cluster'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type AppOptions, buildApp } from './app.ts'
import { warnAboutAdminPassword } from './cli/ensure-admin.ts'
import { printStartupBanner } from './cli/startup-banner.ts'
import { findDemoCoupon } from './demo/find-demo-coupon.ts'
import type { Env } from './env.ts'
import { warnAboutSecretKey } from './features/two-factor/warn-about-secret-key.ts'
import { drain } from './http/draining.ts'
import type { Database } from './platform/db/connect.ts'
import { openSecretBox } from './platform/secrets/secret-box.ts'
import { createWarnings } from './platform/warnings.ts'
import { prepareDatabase } from './prepare-database.ts'

/**
 * Connections that the system keeps while the process is too busy to accept them, as when another one restarts. Node's own
 * limit of 511 was reached; Linux has one of its own, net.core.somaxconn, which is 4,096.
 */
const WAITING_CONNECTIONS = 4_096

/** What renders pages, and where the browser's files are. */
export type Pages = NonNullable<AppOptions['pages']>

export interface RunningServer {
  log: FastifyBaseLogger
  /**
   * Serves on for DRAIN_SECONDS, finishes the requests in flight and closes the database.
   * @param options.now without the wait, or without the rest of it
   */
  stop(options?: { now?: boolean }): Promise<void>
}

interface ServeOptions {
  env: Env
  database: Database
  pages: Pages
  /** A signal may come as soon as the server listens. */
  beforeListen(server: RunningServer): void
}

/** Prepares the database and listens. The database is the caller's to close if that fails. */
export async function serve({ env, database, pages, beforeListen }: ServeOptions): Promise<RunningServer> {
  const { seeded, admin } = await prepareDatabase(database, env)
  const warnings = createWarnings()
  await warnAboutAdminPassword(database.db, env, warnings)
  await warnAboutSecretKey(database.db, openSecretBox(env), warnings)
  const app = await buildApp({ env, database, hasDemo: seeded !== null, warnings, pages })
  const server = toRunningServer(app, database, env.drainSeconds)
  beforeListen(server)
  await app.listen({ port: env.port, host: env.host, backlog: WAITING_CONNECTIONS }).catch(async (error: unknown) => {
    // Its jobs and emails begin before it listens.
    await app.close()
    throw error
  })
  const coupon = seeded ? await findDemoCoupon(database.db) : undefined
  if (!cluster.worker || cluster.worker.id === 1) printStartupBanner({ env, app, admin, seeded, coupon, warnings })
  return server
}

function toRunningServer(app: FastifyInstance, database: Database, drainSeconds: number): RunningServer {
  const skipWait = new AbortController()
  let stopping: Promise<void> | undefined
  const close = async () => {
    await drain(app, drainSeconds, skipWait.signal)
    await database.close()
  }
  return {
    log: app.log,
    stop({ now = false } = {}) {
      if (now) skipWait.abort()
      return (stopping ??= close())
    },
  }
}

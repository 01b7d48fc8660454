import cluster from 'node:cluster'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { type AppOptions, buildApp } from './app.ts'
import { warnAboutSecretKey } from './features/two-factor/warn-about-secret-key.ts'
import { openSecretBox } from './platform/secrets/secret-box.ts'
import { warnAboutAdminPassword } from './cli/ensure-admin.ts'
import { drain } from './http/draining.ts'
import { findDemoCoupon } from './demo/find-demo-coupon.ts'
import { connect, type Database } from './platform/db/connect.ts'
import { readEnv } from './env.ts'
import { prepareDatabase } from './prepare-database.ts'
import { loadBuiltPages } from './pages/built-pages.ts'
import { printStartupBanner } from './cli/startup-banner.ts'
import { createWarnings } from './platform/warnings.ts'
import { runWorkers } from './processes/run-workers.ts'
import { reportError } from './platform/log/report-error.ts'

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

/**
 * Reads the settings, opens the database and listens.
 * @param beforeListen a signal may come as soon as the server listens
 */
export async function startServer(
  loadPages: () => Promise<Pages>,
  beforeListen: (server: RunningServer) => void = () => {},
): Promise<RunningServer> {
  const env = readEnv()
  const database = await connect(env)
  try {
    const { seeded, admin } = await prepareDatabase(database, env)
    const warnings = createWarnings()
    await warnAboutAdminPassword(database.db, env, warnings)
    await warnAboutSecretKey(database.db, openSecretBox(env), warnings)
    const app = await buildApp({ env, database, hasDemo: seeded !== null, warnings, pages: await loadPages() })
    const server = toRunningServer(app, database, env.drainSeconds)
    beforeListen(server)
    await app.listen({ port: env.port, host: env.host, backlog: WAITING_CONNECTIONS })
    const coupon = seeded ? await findDemoCoupon(database.db) : undefined
    if (!cluster.worker || cluster.worker.id === 1) printStartupBanner({ env, app, admin, seeded, coupon, warnings })
    return server
  } catch (error) {
    await database.close()
    throw error
  }
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

/** After the drain, and the time that requests in flight have: something hangs. */
const EXIT_TIMEOUT_MS = 10_000

/** Runs the built product until a signal stops it. SIGTERM drains it first; a second signal, or Ctrl-C, does not wait. */
export async function main(): Promise<void> {
  if (cluster.isPrimary && readEnv().workers > 1) return runWorkers()
  await startServer(loadBuiltPages, (server) => {
    stopAtSignals(server)
    stopAtUncaughtError(server)
  })
}

/** Its state is unknown from then on, so it ends, and what watches it starts another. The error is on the System page. */
function stopAtUncaughtError(server: RunningServer): void {
  const end = async (uncaught: Error) => {
    server.log.fatal({ err: uncaught }, 'the process ends after an error that nothing caught')
    reportError(uncaught, 'the process')
    setTimeout(() => process.exit(1), EXIT_TIMEOUT_MS)
    await server.stop({ now: true }).catch(() => null)
    process.exit(1)
  }
  process.once('uncaughtException', (uncaught) => void end(uncaught))
}

function stopAtSignals(server: RunningServer): void {
  const { drainSeconds } = readEnv()
  let isStopping = false
  const stop = (signal: NodeJS.Signals) => {
    const now = isStopping || signal !== 'SIGTERM'
    isStopping = true
    setTimeout(() => process.exit(1), (now ? 0 : drainSeconds * 1_000) + EXIT_TIMEOUT_MS).unref()
    void server.stop({ now }).then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  // A terminal's signals reach the processes of a pool too, which wait for what the pool does.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, cluster.isWorker ? () => {} : stop)
}

import cluster from 'node:cluster'
import { readEnv } from './env.ts'
import { loadBuiltPages } from './pages/built-pages.ts'
import { connect } from './platform/db/connect.ts'
import { reportError } from './platform/log/report-error.ts'
import { runWorkers } from './processes/run-workers.ts'
import type { Pages, RunningServer } from './serve.ts'

/**
 * Reads the settings, opens the database and listens.
 * @param beforeListen a signal may come as soon as the server listens
 */
export async function startServer(
  loadPages: () => Promise<Pages>,
  beforeListen: (server: RunningServer) => void = () => {},
): Promise<RunningServer> {
  const env = readEnv()
  const opening = connect(env)
  // Meanwhile, because the embedded database starts in a process of its own.
  const loading = Promise.all([import('./serve.ts'), loadPages()])
  // A failure is reported once the database is open, and can be closed.
  loading.catch(() => null)
  const database = await opening
  try {
    const [{ serve }, pages] = await loading
    return await serve({ env, database, pages, beforeListen })
  } catch (error) {
    await database.close()
    throw error
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
  // Ctrl-C also reaches the workers, which wait for the pool's own signal.
  for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, cluster.isWorker ? () => {} : stop)
}

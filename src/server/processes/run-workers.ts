import Fastify from 'fastify'
import { readEnv } from '#server/env.ts'
import { serveClusterMetrics } from '#server/platform/metrics/cluster-metrics.ts'
import { serveConnectionShares } from './connection-share.ts'
import { WorkerPool } from './worker-pool.ts'

/** npm passes on the Ctrl-C that the terminal has sent to this process too. */
const SAME_CTRL_C_MS = 500

/** `WORKERS`: several server processes. SIGHUP restarts one after the other, SIGTERM and Ctrl-C drain and stop them all. */
export async function runWorkers(): Promise<void> {
  const { workers, logLevel, metricsToken } = readEnv()
  if (metricsToken !== undefined) await serveClusterMetrics()
  serveConnectionShares()
  const pool = new WorkerPool({ count: workers, log: Fastify({ logger: { level: logLevel } }).log })
  const stop = () => void pool.stop().then(() => process.exit(0))
  process.on('SIGTERM', stop)
  let interruptedAt: number | undefined
  process.on('SIGINT', () => {
    if (interruptedAt === undefined) stop()
    else if (performance.now() - interruptedAt > SAME_CTRL_C_MS) pool.kill()
    interruptedAt ??= performance.now()
  })
  process.on('SIGHUP', () => void pool.restart())
  // The process that failed has said why.
  await pool.start().catch(() => process.exit(1))
}

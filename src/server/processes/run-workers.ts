import Fastify from 'fastify'
import { readEnv } from '#server/env.ts'
import { serveClusterMetrics } from '#server/platform/metrics/cluster-metrics.ts'
import { createSignalListener } from '#server/platform/signal-listener.ts'
import { serveConnectionShares } from './connection-share.ts'
import { WorkerPool } from './worker-pool.ts'

/** `WORKERS`: several server processes. SIGHUP restarts one after the other, SIGTERM and Ctrl-C drain and stop them all. */
export async function runWorkers(): Promise<void> {
  const { workers, logLevel, metricsToken } = readEnv()
  if (metricsToken !== undefined) await serveClusterMetrics()
  serveConnectionShares()
  const pool = new WorkerPool({ count: workers, log: Fastify({ logger: { level: logLevel } }).log })
  const stop = () => void pool.stop().then(() => process.exit(0))
  process.on('SIGTERM', stop)
  process.on(
    'SIGINT',
    createSignalListener(stop, () => pool.kill()),
  )
  process.on('SIGHUP', () => void pool.restart())
  // The process that failed has said why.
  await pool.start().catch(() => process.exit(1))
}

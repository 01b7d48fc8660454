import Fastify from 'fastify'
import { readEnv } from '#server/env.ts'
import { serveClusterMetrics } from '#server/platform/metrics/cluster-metrics.ts'
import { WorkerPool } from './worker-pool.ts'

/** `WORKERS`: several server processes. SIGHUP restarts one after the other, SIGTERM stops them all. */
export async function runWorkers(): Promise<void> {
  const { workers, logLevel, metricsToken } = readEnv()
  if (metricsToken !== undefined) await serveClusterMetrics()
  const pool = new WorkerPool({ count: workers, log: Fastify({ logger: { level: logLevel } }).log })
  const stop = (signal: 'SIGTERM' | 'SIGINT') => void pool.stop(signal).then(() => process.exit(0))
  process.on('SIGTERM', () => stop('SIGTERM'))
  process.on('SIGINT', () => stop('SIGINT'))
  process.on('SIGHUP', () => void pool.restart())
  // The process that failed has said why.
  await pool.start().catch(() => process.exit(1))
}

import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect } from '../../../src/server/platform/db/connect.ts'
import { checkLedger } from '../../../src/server/features/payments/check-ledger.ts'
import { checkProgress } from '../../../src/server/features/progress/check-progress.ts'
import { type Campus, createCampus } from '../users/campus.ts'
import { findProblems } from '../checks/find-problems.ts'
import { MixedWrites } from '../users/mixed-writes.ts'
import { createCluster, type PostgresPrograms, startCluster } from '../postgres.ts'
import { getWaitingMs } from '../process-tree.ts'
import { type RunningProduct, startProduct } from '../product.ts'
import { getEmbeddedAddress, queryOnce } from './restartable-site.ts'

/** In milliseconds. */
export interface Restart {
  /** By the clock, from the start of the process to its first ready answer. */
  clock: number
  /** Of it, in which the processes waited for a processor that other work had. */
  waiting: number
}

export interface KillResult {
  acknowledged: number
  /** Writes that were acknowledged between two kills: the fewest. */
  fewestInALoop: number
  problems: string[]
  /** After each kill. */
  restarts: Restart[]
}

export const RESTART_WITHIN_MS = 5_000

/** As long as on a machine without other work. */
export const toOwnMs = ({ clock, waiting }: Restart) => clock - waiting

interface KillOptions {
  folder: string
  loops: number
}

/** The kill comes after this many acknowledged writes, and a moment. */
const MAX_WRITES = 40
const MAX_MOMENT_MS = 50
const WRITES_WITHIN_MS = 30_000

export async function killEmbedded({ folder, loops }: KillOptions): Promise<KillResult> {
  const dataDir = join(folder, 'data')
  const campus = await createCampus({ dataDir })
  const config = getEmbeddedAddress(dataDir)
  return runLoops({ campus, dataDir, loops, config, prepare: async () => ({}) })
}

/** Every third time PostgreSQL is killed together with the server. */
export async function killOnPostgres(options: KillOptions & { programs: PostgresPrograms }): Promise<KillResult> {
  const { folder, loops, programs } = options
  const dataDir = join(folder, 'server')
  const cluster = join(folder, 'cluster')
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  createCluster(programs, cluster)
  let postgres = await startCluster(programs, { folder: cluster })
  const campus = await createCampus({ dataDir, databaseUrl: postgres.url })
  const prepare = async (loop: number) => {
    if (loop % 3 === 2) {
      await postgres.kill()
      postgres = await startCluster(programs, { folder: cluster })
    }
    return { DATABASE_URL: postgres.url }
  }
  try {
    return await runLoops({ campus, dataDir, loops, prepare })
  } finally {
    await postgres.stop()
  }
}

interface LoopOptions {
  campus: Campus
  dataDir: string
  loops: number
  /** Runs while the server is down; returns its settings. */
  prepare(loop: number): Promise<Record<string, string>>
  config?: object
}

async function runLoops({ campus, dataDir, loops, prepare, config }: LoopOptions): Promise<KillResult> {
  const writes = new MixedWrites({ campus })
  const result: KillResult = { acknowledged: 0, fewestInALoop: Infinity, problems: [], restarts: [] }
  let settings = await prepare(0)
  const stored = { campus, uploadsFolder: join(dataDir, 'uploads') }
  for (let loop = 0; loop <= loops; loop++) {
    const product = await startProduct({ dataDir, settings })
    try {
      if (loop > 0) {
        result.restarts.push({ clock: product.startMs, waiting: getWaitingMs(product.child.pid ?? 0) })
        const query = (text: string) => queryOnce(config ?? { connectionString: settings.DATABASE_URL }, text)
        const problems = await findProblems(writes.acknowledged, { ...stored, query })
        result.problems.push(...problems.map((problem) => `after kill ${loop}: ${problem}`))
      }
      if (loop === loops) {
        await product.stop()
        break
      }
      const { problems, acknowledged } = await killDuringWrites(product, writes)
      result.problems.push(...problems.map((problem) => `before kill ${loop + 1}: ${problem}`))
      result.fewestInALoop = Math.min(result.fewestInALoop, acknowledged)
    } finally {
      await product.kill()
    }
    settings = await prepare(loop + 1)
  }
  result.acknowledged = writes.acknowledged.length
  result.problems.push(...(await findDifferences({ dataDir, databaseUrl: settings.DATABASE_URL })))
  return result
}

/** A kill proves something only when writes were acknowledged before it and none had failed. */
async function killDuringWrites(product: RunningProduct, writes: MixedWrites) {
  const before = writes.acknowledged.length
  const failedBefore = writes.failures.length
  const ending = new AbortController()
  const writing = writes.run(product.url, ending.signal)
  await waitForWrites(writes, before + 1 + Math.floor(Math.random() * MAX_WRITES))
  await sleep(Math.random() * MAX_MOMENT_MS)
  const problems = writes.failures.slice(failedBefore).map(({ message }) => `a request failed: ${message}`)
  const acknowledged = writes.acknowledged.length - before
  if (acknowledged === 0) problems.push('no write was acknowledged')
  await product.kill()
  ending.abort()
  await writing
  return { problems, acknowledged }
}

async function waitForWrites({ acknowledged }: MixedWrites, count: number): Promise<void> {
  const deadline = performance.now() + WRITES_WITHIN_MS
  while (acknowledged.length < count && performance.now() < deadline) await sleep(1)
}

/** The checks of `npm run check:ledger` and `npm run check:progress`. */
async function findDifferences(settings: { dataDir: string; databaseUrl?: string | undefined }): Promise<string[]> {
  const database = await connect(settings)
  try {
    return [...(await checkLedger(database.db)), ...(await checkProgress(database.db))].map(String)
  } finally {
    await database.close()
  }
}

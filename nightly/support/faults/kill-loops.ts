import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { connect } from '../../../src/server/platform/db/connect.ts'
import { getSocketPath } from '../../../src/server/platform/db/embedded/socket-path.ts'
import { checkLedger } from '../../../src/server/features/payments/check-ledger.ts'
import { checkProgress } from '../../../src/server/features/progress/check-progress.ts'
import { type Campus, createCampus } from '../users/campus.ts'
import { findProblems, type Query } from '../checks/find-problems.ts'
import { MixedWrites } from '../users/mixed-writes.ts'
import { createCluster, type PostgresPrograms, startCluster } from '../postgres.ts'
import { startProduct } from '../product.ts'

export interface KillResult {
  acknowledged: number
  problems: string[]
  /** Milliseconds of each start after a kill, and of processor time in it. */
  restarts: { ms: number; processorMs: number }[]
}

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
  const socket = getSocketPath(dataDir, '.s.PGSQL.5432')
  const config = { host: socket.slice(0, socket.lastIndexOf('/')), user: 'postgres', database: 'postgres' }
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
  const result: KillResult = { acknowledged: 0, problems: [], restarts: [] }
  let settings = await prepare(0)
  const stored = { campus, uploadsFolder: join(dataDir, 'uploads') }
  for (let loop = 0; loop <= loops; loop++) {
    const product = await startProduct({ dataDir, settings })
    try {
      if (loop > 0) result.restarts.push({ ms: product.startMs, processorMs: product.startProcessorMs })
      const query = (text: string) => queryOnce(config ?? { connectionString: settings.DATABASE_URL }, text)
      if (loop > 0) result.problems.push(...(await findProblems(writes.acknowledged, { ...stored, query })))
      if (loop === loops) {
        await product.stop()
        break
      }
      const ending = new AbortController()
      const writing = writes.run(product.url, ending.signal)
      await waitForWrites(writes, writes.acknowledged.length + 1 + Math.floor(Math.random() * MAX_WRITES))
      await sleep(Math.random() * MAX_MOMENT_MS)
      await product.kill()
      ending.abort()
      await writing
    } finally {
      await product.kill()
    }
    settings = await prepare(loop + 1)
  }
  result.acknowledged = writes.acknowledged.length
  result.problems.push(...(await findDifferences({ dataDir, databaseUrl: settings.DATABASE_URL })))
  return result
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

const queryOnce = async (config: object, text: string): ReturnType<Query> => {
  const client = new Client(config)
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}

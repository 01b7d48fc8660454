import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client as DatabaseClient } from 'pg'
import { getSocketPath } from '../../../src/server/platform/db/embedded/socket-path.ts'
import type { Query } from '../checks/find-problems.ts'
import { createCluster, type PostgresPrograms, type RunningPostgres, startCluster } from '../postgres.ts'
import { listProcessTree } from '../process-tree.ts'
import { type RunningProduct, startProduct } from '../product.ts'
import { type Campus, createCampus } from '../users/campus.ts'

/** The product and its database, of which a fault may end either. */
export interface RestartableSite {
  campus: Campus
  url: string
  uploadsFolder: string
  /** The server itself. */
  pid: number
  listProcesses(): number[]
  query: Query
  /** Starts what has ended. */
  ensureRunning(): Promise<void>
  kill(): Promise<void>
}

/** Refused requests are what is measured here, so the log leaves them out. */
const SETTINGS = { LOG_LEVEL: 'fatal' }

export async function openEmbeddedSite(folder: string): Promise<RestartableSite> {
  const dataDir = join(folder, 'data')
  const campus = await createCampus({ dataDir })
  const start = () => startProduct({ dataDir, settings: SETTINGS })
  let product = await start()
  return {
    campus,
    uploadsFolder: join(dataDir, 'uploads'),
    get url() {
      return product.url
    },
    get pid() {
      return getPid(product)
    },
    listProcesses: () => listProcessTree(getPid(product)),
    query: (text) => queryOnce(getEmbeddedAddress(dataDir), text),
    async ensureRunning() {
      if (!product.isRunning()) product = await start()
    },
    kill: () => product.kill(),
  }
}

/** The cluster's folder and the server's are in the same one. */
export async function openPostgresSite(folder: string, programs: PostgresPrograms): Promise<RestartableSite> {
  const [dataDir, cluster] = [join(folder, 'server'), join(folder, 'cluster')]
  mkdirSync(folder, { recursive: true })
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  createCluster(programs, cluster)
  let postgres = await startCluster(programs, { folder: cluster })
  const campus = await createCampus({ dataDir, databaseUrl: postgres.url })
  const start = () => startProduct({ dataDir, settings: { ...SETTINGS, DATABASE_URL: postgres.url } })
  let product = await start()
  const hasEnded = ({ child }: RunningPostgres) => child.exitCode !== null || child.signalCode !== null
  return {
    campus,
    uploadsFolder: join(dataDir, 'uploads'),
    get url() {
      return product.url
    },
    get pid() {
      return getPid(product)
    },
    listProcesses: () => [...listProcessTree(getPid(product)), ...listProcessTree(postgres.child.pid ?? 0)],
    query: (text) => queryOnce({ connectionString: postgres.url }, text),
    async ensureRunning() {
      if (hasEnded(postgres)) {
        // It starts on another port.
        await product.kill()
        postgres = await startCluster(programs, { folder: cluster })
      }
      if (!product.isRunning()) product = await start()
    },
    async kill() {
      await product.kill()
      await postgres.kill()
    },
  }
}

const getPid = ({ child }: RunningProduct) => child.pid ?? 0

/** Of the embedded database while the product runs. */
export function getEmbeddedAddress(dataDir: string): object {
  const socket = getSocketPath(dataDir, '.s.PGSQL.5432')
  return { host: socket.slice(0, socket.lastIndexOf('/')), user: 'postgres', database: 'postgres' }
}

export const queryOnce = async (config: object, text: string): ReturnType<Query> => {
  const client = new DatabaseClient(config)
  // A database that ends meanwhile fails the query too.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end().catch(() => {})
  }
}

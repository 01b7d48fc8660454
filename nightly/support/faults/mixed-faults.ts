import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Database } from 'pg'
import { seededRandom } from '../../../src/server/demo/seeded-random.ts'
import { listChildren } from '../process-tree.ts'
import type { RunningProduct } from '../product.ts'
import { ChatTab, type SignedIn } from '../users/chat-tab.ts'
import { flood } from '../users/flood.ts'
import { createRawRequests } from '../users/raw-requests.ts'
import { ATTACKER, openSlow, SLOW_BODIES, SLOW_HEADERS } from '../users/slow-client.ts'
import type { FaultyDatabase } from './database-faults.ts'
import type { SmallDisk } from './small-disk.ts'

const HALF_OPEN_MS = 1_000
const FULL_FOR_MS = 5_000
const SLOW_CLIENTS_EACH = 100
const SLOW_FOR_MS = 25_000
const FLOOD_FOR_MS = 5_000
const HOSTILE_REQUESTS = 500
const HOSTILE_AT_ONCE = 50
const HOSTILE_WITHIN_MS = 1_000

export type MixedFault = [name: string, cause: () => Promise<void>]

/**
 * What goes wrong with two processes on PostgreSQL. Each resolves once its cause is over.
 * @param disk of the uploads, undefined where none could be mounted
 */
export function listServerFaults(
  { child }: RunningProduct,
  database: FaultyDatabase,
  disk: SmallDisk | undefined,
): MixedFault[] {
  const pid = child.pid ?? 0
  return [
    ['restart of all workers in turn', async () => void process.kill(pid, 'SIGHUP')],
    ['fast restart of PostgreSQL', () => database.cause('stopped', 0)],
    ['kill -9 of a worker', async () => killWorker(pid)],
    ['half-open connections to PostgreSQL', () => database.cause('half open', HALF_OPEN_MS)],
    ['immediate restart of PostgreSQL', () => database.cause('stopped at once', 0)],
    ['every connection to the database cut', () => cutConnections(database.directUrl())],
    ['failover to a standby', () => database.cause('failover', 0)],
    ...(disk ? [['full disk of the uploads', () => fillForAWhile(disk)] satisfies MixedFault] : []),
  ]
}

interface Attackers {
  /** Each floods from one socket. */
  flooders: SignedIn[]
  adminId: number
}

/** What others do meanwhile. */
export const listAttacks = ({ url }: RunningProduct, { flooders, adminId }: Attackers): MixedFault[] => [
  ['slow clients', () => sendSlowly(url)],
  ['flooding sockets', () => floodSockets(url, flooders, adminId)],
  ['hostile requests', () => sendHostileRequests(url)],
]

function killWorker(pid: number): void {
  const [worker] = listChildren(pid)
  if (worker === undefined) throw new Error('There is no worker to kill')
  process.kill(worker, 'SIGKILL')
}

async function cutConnections(databaseUrl: string): Promise<void> {
  const database = new Database({ connectionString: databaseUrl })
  await database.connect()
  const { rowCount } = await database.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = $1',
    ['client backend'],
  )
  await database.end()
  if (!rowCount) throw new Error('There is no connection to cut')
}

async function fillForAWhile(disk: SmallDisk): Promise<void> {
  disk.fill(0)
  await sleep(FULL_FOR_MS)
  disk.free()
}

async function sendSlowly(url: string): Promise<void> {
  const port = Number(new URL(url).port)
  const kinds = [SLOW_HEADERS, SLOW_BODIES]
  const clients = kinds.flatMap((kind) => Array.from({ length: SLOW_CLIENTS_EACH }, () => openSlow(port, kind)))
  await Promise.race([Promise.all(clients.map(({ ended }) => ended)), sleep(SLOW_FOR_MS)])
  for (const { socket } of clients) socket.destroy()
}

async function floodSockets(url: string, flooders: SignedIn[], adminId: number): Promise<void> {
  const tabs = await Promise.all(flooders.map((user) => new ChatTab(url, user).open()))
  await Promise.all(tabs.map((tab) => flood(tab, adminId, FLOOD_FOR_MS)))
  for (const tab of tabs) tab.cut()
}

async function sendHostileRequests(url: string): Promise<void> {
  const { host, port } = new URL(url)
  const { shuffle } = seededRandom(30)
  const hidden = `GET /api/session HTTP/1.1\r\nHost: ${host}\r\n\r\n`
  const requests = createRawRequests({ hidden, host }, shuffle)
  for (let sent = 0; sent < HOSTILE_REQUESTS; sent += HOSTILE_AT_ONCE) {
    const batch = Array.from({ length: HOSTILE_AT_ONCE }, () => requests.next().value)
    await Promise.all(batch.map((bytes) => bytes && sendRaw(Number(port), bytes)))
  }
}

/** Any end will do: the figure is about the other users. */
function sendRaw(port: number, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER })
    socket.setTimeout(HOSTILE_WITHIN_MS, () => socket.destroy())
    socket.on('data', () => socket.end())
    socket.on('error', () => {})
    socket.on('close', () => resolve())
    socket.write(Buffer.from(bytes, 'latin1'))
  })
}

// T23: two processes behind nginx, restarted one after the other at 200 requests a second (10 restarts and 100 sockets by
// default; `--full` for the whole programme: 100 restarts and 500 sockets).
import { setMaxListeners } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createFactories } from '../../src/server/testing/factories.ts'
import { connect } from '../../src/server/platform/db/connect.ts'
import { findFreePort } from '../../src/server/testing/network/find-free-port.ts'
import { type ProductProcess, startProductProcess } from '../../src/server/testing/processes/product-process.ts'
import { EXAMPLE_HOST, findProgram, startProxy } from '../../src/server/testing/network/proxies.ts'
import { ProxyClient } from '../../src/server/testing/network/proxy-client.ts'
import { createCampus } from '../support/users/campus.ts'
import { createCluster, findPostgresPrograms, type PostgresPrograms, startCluster } from '../support/postgres.ts'
import { readNumbers, report, reportSkipped } from '../support/report.ts'

const EXIT_WITHIN_MS = 15_000
const SOCKETS_PER_USER = 4
const { restarts, rate, sockets } = readNumbers({
  restarts: { short: 10, full: 100 },
  rate: 200,
  sockets: { short: 100, full: 500 },
})

const JSON_TYPE = { 'content-type': 'application/json' }
type Request = [name: string, path: string, init?: Parameters<ProxyClient['send']>[1]]
const REQUESTS: [Request, ...Request[]] = [
  ['page', '/student/allcourses'],
  ['read', '/api/getCourses', { method: 'POST', headers: JSON_TYPE, body: '{"page":1}' }],
  ['write', '/api/readNotifications', { method: 'PUT', headers: JSON_TYPE, body: '{}' }],
  ['session', '/api/session'],
]

interface Load {
  good: number
  failures: string[]
  closeCodes: Map<number, number>
  /** How late a request was sent at most, in ms: a machine that stands still shows here too. */
  mostLateMs: number
  stop(): Promise<void>
}

/** Reads, pages and writes of users, at a steady rate. */
function startLoad(clients: ProxyClient[]): Load {
  const load: Load = { good: 0, failures: [], closeCodes: new Map(), mostLateMs: 0, stop }
  const stopping = new AbortController()
  const pending = new Set<Promise<void>>()
  let count = 0
  const sendOne = async () => {
    const client = clients[count++ % clients.length]
    if (!client) return
    const [name, path, init] = REQUESTS[count % REQUESTS.length] ?? REQUESTS[0]
    try {
      const { status } = await client.send(path, init)
      if (status === 200) load.good++
      else load.failures.push(`${name} answered ${status}`)
    } catch (error) {
      load.failures.push(`${name}: ${String(error)}`)
    }
  }
  const sending = (async () => {
    const startedAt = performance.now()
    for (let sent = 0; !stopping.signal.aborted; sent++) {
      const waitMs = startedAt + (sent * 1_000) / rate - performance.now()
      if (waitMs > 0) await sleep(waitMs)
      load.mostLateMs = Math.max(load.mostLateMs, -waitMs)
      const one = sendOne().finally(() => pending.delete(one))
      pending.add(one)
    }
  })()
  async function stop() {
    stopping.abort()
    await sending
    await Promise.all(pending)
  }
  return load
}

/** Keeps a socket open, as the client does, and counts how it is closed. */
async function keepSocketOpen({ userId, client }: User, load: Load, stopped: AbortSignal): Promise<void> {
  let attempts = 0
  while (!stopped.aborted) {
    const socket = client.openSocket()
    const close = () => socket.close(1000)
    stopped.addEventListener('abort', close)
    const code = await new Promise<number>((resolve) => {
      socket.on('error', () => {})
      socket.on('open', () => socket.send(JSON.stringify({ type: 'init', sender_id: userId })))
      socket.on('message', () => (attempts = 0))
      socket.on('close', resolve)
    })
    // It would keep each socket in memory.
    stopped.removeEventListener('abort', close)
    if (!stopped.aborted) load.closeCodes.set(code, (load.closeCodes.get(code) ?? 0) + 1)
    // The delays of src/web/data/live/reconnecting-socket.ts.
    const delay = Math.min(1_000 * 2 ** attempts++, 30_000) * (0.75 + Math.random() / 4)
    await sleep(delay, undefined, { signal: stopped }).catch(() => null)
  }
}

interface User {
  userId: number
  client: ProxyClient
}

async function createUsers(databaseUrl: string, count: number, options: { port: number; ca: Buffer }) {
  const database = await connect({ databaseUrl, dataDir: '' })
  const make = createFactories(database.db)
  const users: User[] = []
  for (let n = 0; n < count; n++) {
    const { id, cookie } = await make.signedIn()
    users.push({ userId: id, client: new ProxyClient({ ...options, cookie: cookie.replace('sid=', '__Host-sid=') }) })
  }
  await database.close()
  return users
}

async function measure(programs: PostgresPrograms, folder: string): Promise<void> {
  chmodSync(folder, 0o755)
  createCluster(programs, join(folder, 'cluster'))
  const postgres = await startCluster(programs, { folder: join(folder, 'cluster') })
  const dataDir = join(folder, 'data')
  await createCampus({ dataDir, databaseUrl: postgres.url })
  const ports = [await findFreePort(), await findFreePort()] as const
  const start = (port: number) =>
    startProductProcess({
      PORT: String(port),
      DATABASE_URL: postgres.url,
      DATA_DIR: dataDir,
      PUBLIC_URL: `https://${EXAMPLE_HOST}`,
      TRUST_PROXY: '1',
      THROTTLE: 'off',
    })
  const processes: ProductProcess[] = await Promise.all(ports.map(start))
  const port = await findFreePort()
  const proxy = await startProxy('nginx', { folder: join(folder, 'nginx'), port, upstreamPorts: ports })
  const users = await createUsers(postgres.url, Math.ceil(sockets / SOCKETS_PER_USER), { port, ca: proxy.ca })
  const load = startLoad(users.map(({ client }) => client))
  const stopped = new AbortController()
  setMaxListeners(0, stopped.signal)
  const open = Array.from({ length: sockets }, (_, n) =>
    keepSocketOpen(users[n % users.length] as User, load, stopped.signal),
  )
  const exits: { ms: number; code: number | null }[] = []
  try {
    for (let n = 0; n < restarts; n++) {
      const place = n % 2
      const startedAt = performance.now()
      const code = await processes[place]?.end('SIGTERM')
      exits.push({ ms: performance.now() - startedAt, code: code ?? null })
      processes[place] = await start(ports[place] as number)
      await sleep(1_000)
    }
    await load.stop()
    if (load.failures.length > 0) printProxyErrors(join(folder, 'nginx'))
    reportAll(load, exits)
  } finally {
    stopped.abort()
    await Promise.all(open)
    for (const { client } of users) client.close()
    await proxy.stop()
    await Promise.all(processes.map((one) => one.end('SIGKILL')))
    await postgres.stop()
  }
}

/** Why nginx answered with 502: a refused connection is no reason, the other process gets that request. By the second. */
function printProxyErrors(folder: string): void {
  const all = readFileSync(join(folder, 'error.log'), 'utf8').trim().split('\n')
  const lines = all.filter((line) => !line.includes('connect() failed (111: Connection refused)'))
  const seconds = new Map<string, string[]>()
  for (const line of lines) {
    const second = line.slice(0, '2026/11/25 18:09:07'.length)
    seconds.set(second, [...(seconds.get(second) ?? []), line])
  }
  for (const [second, [first, ...others]] of [...seconds].slice(0, 20))
    console.log(`  nginx: ${first}${others.length > 0 ? ` (and ${others.length} more at ${second})` : ''}`)
}

function reportAll(
  { good, failures, closeCodes, mostLateMs }: Load,
  exits: { ms: number; code: number | null }[],
): void {
  for (const failure of failures.slice(0, 20)) console.log(`  ${failure}`)
  console.log(`  requests were sent at most ${Math.round(mostLateMs)} ms late`)
  const codes = [...closeCodes].map(([code, count]) => `${count} with ${code}`).join(', ')
  const slowest = Math.round(Math.max(...exits.map(({ ms }) => ms)))
  report({
    test: 'T23',
    goal: `${restarts} restarts at ${rate} requests a second: 0 failed`,
    measured: `${failures.length} of ${good + failures.length} failed`,
    isOk: failures.length === 0 && good > 0,
  })
  report({
    test: 'T23',
    goal: `${sockets} sockets closed with 1001 only, exit within ${EXIT_WITHIN_MS / 1_000} s`,
    measured: `${codes || 'no socket was closed'}; slowest exit ${slowest} ms`,
    isOk:
      slowest <= EXIT_WITHIN_MS &&
      exits.every(({ code }) => code === 0) &&
      closeCodes.size === 1 &&
      closeCodes.has(1001),
  })
}

const programs = await findPostgresPrograms()
const folder = mkdtempSync(join(tmpdir(), 'lantern-rolling-'))
try {
  if (!programs) reportSkipped('T23', 'PostgreSQL is not installed')
  else if (!findProgram('nginx')) reportSkipped('T23', 'nginx is not installed')
  else await measure(programs, folder)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

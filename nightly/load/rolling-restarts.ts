// T23: two processes behind nginx, restarted one after the other at 200 requests a second (10 restarts and 100 sockets by
// default; `--full` for the whole programme: 100 restarts and 500 sockets), while students chat with an admin.
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
import { compareChats } from '../support/checks/compare-chats.ts'
import { createCampus } from '../support/users/campus.ts'
import { keepSocketOpen, type ProxyUser } from '../support/users/kept-socket.ts'
import { type ChatResult, startRollingChat } from '../support/users/rolling-chat.ts'
import { type RollingLoad, startRollingLoad } from '../support/users/rolling-load.ts'
import { createCluster, findPostgresPrograms, type PostgresPrograms, startCluster } from '../support/postgres.ts'
import { readNumbers, report, reportSkipped } from '../support/report.ts'

const EXIT_WITHIN_MS = 15_000
const SOCKETS_PER_USER = 4
const {
  restarts,
  rate,
  sockets,
  chats,
  'chat-every': chatEveryMs,
} = readNumbers({
  restarts: { short: 10, full: 100 },
  rate: 200,
  sockets: { short: 100, full: 500 },
  chats: { short: 10, full: 20 },
  /** Milliseconds between two messages of a student. */
  'chat-every': 5_000,
})

interface ProxyAddress {
  port: number
  ca: Buffer
}

const toProxyUser = ({ id, cookie }: { id: number; cookie: string }, address: ProxyAddress): ProxyUser => ({
  userId: id,
  client: new ProxyClient({ ...address, cookie: cookie.replace('sid=', '__Host-sid=') }),
})

async function createUsers(databaseUrl: string, count: number, address: ProxyAddress): Promise<ProxyUser[]> {
  const database = await connect({ databaseUrl, dataDir: '' })
  const make = createFactories(database.db)
  const users: ProxyUser[] = []
  for (let n = 0; n < count; n++) users.push(toProxyUser(await make.signedIn(), address))
  await database.close()
  return users
}

async function measure(programs: PostgresPrograms, folder: string): Promise<void> {
  chmodSync(folder, 0o755)
  createCluster(programs, join(folder, 'cluster'))
  const postgres = await startCluster(programs, { folder: join(folder, 'cluster') })
  const dataDir = join(folder, 'data')
  const { admin } = await createCampus({ dataDir, databaseUrl: postgres.url })
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
  const address = { port, ca: proxy.ca }
  const users = await createUsers(postgres.url, Math.ceil(sockets / SOCKETS_PER_USER), address)
  const students = await createUsers(postgres.url, chats, address)
  const receiver = toProxyUser(admin, address)
  const load = startRollingLoad(
    users.map(({ client }) => client),
    rate,
  )
  const stopped = new AbortController()
  setMaxListeners(0, stopped.signal)
  const onClose = (code: number) => void load.closeCodes.set(code, (load.closeCodes.get(code) ?? 0) + 1)
  const open = Array.from({ length: sockets }, (_, n) =>
    keepSocketOpen(users[n % users.length] as ProxyUser, { stopped: stopped.signal, onClose }),
  )
  const chat = startRollingChat(students, receiver, { everyMs: chatEveryMs, stopped: stopped.signal, onClose })
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
    reportChats(await chat.finish(), await findMessages(postgres.url))
    if (load.failures.length > 0) printProxyErrors(join(folder, 'nginx'))
    reportAll(load, exits)
  } finally {
    stopped.abort()
    await Promise.all([...open, chat.closed])
    for (const { client } of [...users, ...students, receiver]) client.close()
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

async function findMessages(databaseUrl: string): Promise<{ id: number; text: string }[]> {
  const database = await connect({ databaseUrl, dataDir: '' })
  const { rows } = await database.pool.query<{ id: number; text: string }>('select id::int, text from messages')
  await database.close()
  return rows
}

function reportChats(chat: ChatResult, stored: { id: number; text: string }[]): void {
  const { lost, doubled } = compareChats({ ...chat, stored })
  report({
    test: 'T23',
    goal: `messages of ${chats} students during the restarts: 0 lost, 0 doubled`,
    measured: `${chat.written.length} written, ${chat.acknowledged.size} acknowledged, ${stored.length} stored, ${chat.seen.size} received (${chat.pushed.length} of them pushed): ${lost} lost, ${doubled} doubled`,
    isOk: lost === 0 && doubled === 0 && chat.written.length > 0,
  })
}

function reportAll(
  { good, failures, closeCodes, mostLateMs }: RollingLoad,
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

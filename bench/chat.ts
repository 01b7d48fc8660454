import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { ServerFrame } from '../src/contract/socket.ts'
import { connect } from '../src/server/platform/db/connect.ts'
import { ensureAdmin } from '../src/server/cli/ensure-admin.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { readEnv } from '../src/server/env.ts'
import { PROJECT_ROOT } from '../src/server/platform/project-root.ts'
import { seedBenchData, signIn } from './support/generate.ts'
import { getMemoryMb } from './support/process-stats.ts'
import { startProduct } from './support/product.ts'
import { writeResults, table } from './support/table.ts'

const STUDENTS = 1_000
const SOCKETS_PER_STUDENT = 5
const MESSAGES_PER_SECOND = 100
const SECONDS = 20
/** Time for messages in flight after the last one was sent. */
const DRAIN_MS = 5_000
const GOALS = { p99Ms: 50, kBEach: 20 }

const dataDir = mkdtempSync(join(tmpdir(), 'lantern-bench-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))
const { students, admin } = await prepareData()
const product = await startProduct(dataDir)
try {
  const before = getMemoryMb(product.pid)
  const adminClient = await connectClient(admin.id, admin.cookie)
  const studentClients = await connectAll()
  const { sent, echoed, delivered } = await sendMessages(studentClients, adminClient)
  const stored = await countStored()
  const idle = await measureIdleMemory(before)
  writeResults(
    'Chat',
    [
      table(
        ['figure', 'value', 'goal', 'met'],
        [
          ['sockets open, messages a second', `${STUDENTS.toLocaleString('en-US')}, ${MESSAGES_PER_SECOND}`, '', null],
          ['p50, sent to stored and back at its sender, ms', quantile(echoed, 0.5), '', null],
          [
            'p99, sent to stored and back at its sender, ms',
            quantile(echoed, 0.99),
            `≤ ${GOALS.p99Ms}`,
            quantile(echoed, 0.99) <= GOALS.p99Ms,
          ],
          [
            'p99, sent to delivered at the admin, ms',
            quantile(delivered, 0.99),
            `≤ ${GOALS.p99Ms}`,
            quantile(delivered, 0.99) <= GOALS.p99Ms,
          ],
          [
            'sent / back / delivered / in the database',
            `${sent} / ${echoed.length} / ${delivered.length} / ${stored}`,
            'all alike',
            new Set([sent, echoed.length, delivered.length, stored]).size === 1,
          ],
          [
            `server's memory for each of ${(STUDENTS * SOCKETS_PER_STUDENT).toLocaleString('en-US')} idle sockets, kB`,
            idle,
            `≤ ${GOALS.kBEach}`,
            idle <= GOALS.kBEach,
          ],
        ],
      ),
      `Students write to the admin at an even pace for ${SECONDS} seconds on the embedded database; the load generator shares the machine.`,
    ].join('\n\n'),
  )
} finally {
  await product.stop()
}

async function prepareData() {
  const database = await connect({ dataDir })
  await migrate(database, join(PROJECT_ROOT, 'migrations'))
  await seedBenchData(database.pool, { courses: 10, students: STUDENTS, posts: 1 })
  await ensureAdmin(database.db, readEnv({ DATA_DIR: dataDir, ADMIN_PASSWORD: 'only-for-the-bench' }))
  const signedIn = await signIn(database.pool, STUDENTS)
  const token = randomBytes(32).toString('base64url')
  const { rows } = await database.pool.query<{ user_id: string }>(
    `insert into sessions (token_hash, user_id, expires_at, idle_until)
     select decode($1, 'hex'), id, now() + interval '1 day', now() + interval '1 day' from users where role = 'admin' limit 1
     returning user_id`,
    [createHash('sha256').update(token).digest('hex')],
  )
  await database.close()
  return { students: signedIn, admin: { id: Number(rows[0]?.user_id), cookie: `sid=${token}` } }
}

interface ChatClient {
  id: number
  socket: WebSocket
}

function connectClient(id: number, cookie: string): Promise<ChatClient> {
  const address = product.url.replace('http', 'ws')
  const socket = new WebSocket(`${address}/ws`, { headers: { cookie, origin: product.url }, perMessageDeflate: false })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => socket.send(JSON.stringify({ type: 'init', sender_id: id })))
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)))
    socket.once('message', () => resolve({ id, socket }))
  })
}

async function connectAll(): Promise<ChatClient[]> {
  const clients: ChatClient[] = []
  for (let from = 0; from < students.length; from += 50) {
    clients.push(
      ...(await Promise.all(students.slice(from, from + 50).map(({ id, cookie }) => connectClient(id, cookie)))),
    )
  }
  return clients
}

/** Each message's text is the time it was sent. */
async function sendMessages(studentClients: ChatClient[], adminClient: ChatClient) {
  const [echoed, delivered]: number[][] = [[], []]
  const recordLatency = (times: number[]) => (data: unknown) => {
    const frame = JSON.parse(String(data)) as ServerFrame
    if (!('type' in frame)) times.push(performance.now() - Number(frame.msg))
  }
  for (const { socket } of studentClients) socket.on('message', recordLatency(echoed ?? []))
  adminClient.socket.on('message', recordLatency(delivered ?? []))
  let sent = 0
  const begun = performance.now()
  while (sent < MESSAGES_PER_SECOND * SECONDS) {
    const due = Math.min(
      MESSAGES_PER_SECOND * SECONDS,
      Math.floor(((performance.now() - begun) / 1_000) * MESSAGES_PER_SECOND),
    )
    for (; sent < due; sent++) {
      const studentClient = studentClients[sent % studentClients.length]
      studentClient?.socket.send(
        JSON.stringify({
          type: 'chat',
          sender_id: studentClient.id,
          receiver_id: adminClient.id,
          msg: String(performance.now()),
        }),
      )
    }
    await sleep(1)
  }
  await sleep(DRAIN_MS)
  return { sent, echoed: echoed ?? [], delivered: delivered ?? [] }
}

async function countStored(): Promise<number> {
  const answers = await Promise.all(
    students.map(async ({ cookie }) => {
      const response = await fetch(`${product.url}/api/getMsg`, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json' },
        body: '{"page":1}',
      })
      return ((await response.json()) as { msg: unknown[] }).msg.length
    }),
  )
  return answers.reduce((sum, count) => sum + count, 0)
}

/** Growth of the server's resident memory per socket, in kB; it includes the messages. */
async function measureIdleMemory(before: number): Promise<number> {
  for (let round = 1; round < SOCKETS_PER_STUDENT; round++) await connectAll()
  await sleep(3_000)
  return ((getMemoryMb(product.pid) - before) * 1_000) / (STUDENTS * SOCKETS_PER_STUDENT)
}

function quantile(times: number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

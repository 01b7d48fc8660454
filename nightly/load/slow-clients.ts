// T19: 1,000 slow headers, 1,000 slow bodies and 500 readers of nothing beside an honest user (`--percent 10` for a tenth of
// them). Headers and bodies must be cut 20 seconds after they began, readers 20 seconds after the system took bytes for them last.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getPercentile } from '../support/checks/statistics.ts'
import { readNumbers, report } from '../support/report.ts'
import { type ServerEnd, updateServerEnds } from '../support/users/server-ends.ts'
import {
  ATTACKER,
  createSlowReader,
  openSlow,
  SLOW_BODIES,
  SLOW_HEADERS,
  type SlowClient,
} from '../support/users/slow-client.ts'
import { withProduct } from '../support/with-product.ts'

const MAX_P99_MS = 500
const CUT_WITHIN_MS = 20_000
/** The honest user asks for this long before the slow ones come, for comparison. */
const QUIET_MS = 3_000
const PAUSE_MS = 20
const WATCH_MS = 250
const WATCHED_MS = 60_000
/** Fewer than Node lets wait to be accepted, which is 511: further ones may never reach it. */
const OPENED_AT_ONCE = 250
const SEEN_WITHIN_MS = 5_000
/** More than the system buffers for a connection. */
const FILE_BYTES = 24_000_000
const FILE = `${'a'.repeat(32)}.webp`
const { percent } = readNumbers({ percent: 100 })

const SLOW = [
  { kind: SLOW_HEADERS, count: 1_000 },
  { kind: SLOW_BODIES, count: 1_000 },
  { kind: createSlowReader(`/uploads/${FILE}`), count: 500 },
]

async function askHonestly(url: string, isOver: () => boolean): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; !isOver(); n++) {
    const startedAt = performance.now()
    const response = await fetch(url + (n % 2 === 0 ? '/student/allcourses' : '/api/getMaintenace'))
    await response.text()
    if (response.status !== 200) throw new Error(`The honest user got ${response.status}`)
    times.push(performance.now() - startedAt)
    await sleep(PAUSE_MS)
  }
  return times
}

/** By the client's port. */
type Ends = Map<number, ServerEnd>

async function watchEnds(ends: Ends, port: number, isDone: () => boolean, withinMs: number): Promise<void> {
  const until = performance.now() + withinMs
  while (!isDone() && performance.now() < until) {
    updateServerEnds(ends, { port, clientAddress: ATTACKER })
    await sleep(WATCH_MS)
  }
}

/** Opens all, some at once, so that none waits for the server in vain. */
async function openAll(ends: Ends, port: number): Promise<SlowClient[]> {
  const kinds = SLOW.flatMap(({ kind, count }) =>
    Array.from({ length: Math.ceil((count * percent) / 100) }, () => kind),
  )
  const clients: SlowClient[] = []
  for (let opened = 0; opened < kinds.length; opened += OPENED_AT_ONCE) {
    clients.push(...kinds.slice(opened, opened + OPENED_AT_ONCE).map((kind) => openSlow(port, kind)))
    await watchEnds(ends, port, () => ends.size === clients.length, SEEN_WITHIN_MS)
  }
  return clients
}

/** Milliseconds from the last progress to the cut; Infinity for one that was never cut, or never seen. */
function getPatience(clientPort: number | undefined, ends: Ends): number {
  const { progressAt, cutAt } = ends.get(clientPort ?? 0) ?? {}
  return cutAt === undefined || progressAt === undefined ? Number.POSITIVE_INFINITY : cutAt - progressAt
}

async function reportCut(clients: readonly SlowClient[], ends: Ends): Promise<void> {
  for (const { kind } of SLOW) {
    const ports = await Promise.all(clients.filter((one) => one.kind === kind.kind).map(({ connected }) => connected))
    const patience = ports.map((clientPort) => getPatience(clientPort, ends))
    const inTime = patience.filter((ms) => ms <= CUT_WITHIN_MS).length
    report({
      test: 'T19',
      goal: `all slow ${kind.kind} cut within ${CUT_WITHIN_MS / 1_000} s`,
      measured: `${inTime} of ${patience.length}, the last after ${(Math.max(...patience) / 1_000).toFixed(1)} s`,
      isOk: inTime === patience.length && inTime > 0,
    })
  }
}

await withProduct(async ({ product, dataDir }) => {
  writeFileSync(join(dataDir, 'uploads', FILE), Buffer.alloc(FILE_BYTES))
  const port = Number(new URL(product.url).port)
  const quietUntil = performance.now() + QUIET_MS
  const quiet = getPercentile(await askHonestly(product.url, () => performance.now() > quietUntil), 0.99)
  let isOver = false
  const asking = askHonestly(product.url, () => isOver)
  const ends: Ends = new Map()
  const clients = await openAll(ends, port)
  const areCut = () => ends.size === clients.length && [...ends.values()].every(({ cutAt }) => cutAt !== undefined)
  await watchEnds(ends, port, areCut, WATCHED_MS)
  isOver = true
  const honest = await asking
  for (const { socket } of clients) socket.destroy()
  const p99 = getPercentile(honest, 0.99)
  report({
    test: 'T19',
    goal: `honest p99 under ${MAX_P99_MS} ms`,
    measured: `${p99.toFixed(0)} ms over ${honest.length} requests beside ${clients.length} slow clients, ${quiet.toFixed(0)} ms without them`,
    isOk: p99 < MAX_P99_MS,
  })
  await reportCut(clients, ends)
})

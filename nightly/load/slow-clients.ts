// T19: 1,000 slow headers, 1,000 slow bodies and 500 slow readers beside an honest user (`--percent 10` for a tenth of them).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getPercentile } from '../support/checks/statistics.ts'
import { readNumbers, report } from '../support/report.ts'
import { createSlowReader, openSlow, SLOW_BODIES, SLOW_HEADERS, type SlowClient } from '../support/users/slow-client.ts'
import { withProduct } from '../support/with-product.ts'

const MAX_P99_MS = 500
const CUT_WITHIN_MS = 20_000
/** The honest user asks for this long before the slow ones come, for comparison. */
const QUIET_MS = 3_000
/** For readers that begin to read then: what the system had buffered, or all of the file if the server did not end it. */
const READ_WITHIN_MS = 60_000
/** More than the system buffers for a connection. */
const FILE_BYTES = 24_000_000
const FILE = `${'a'.repeat(32)}.webp`
const { percent } = readNumbers({ percent: 100 })

const SLOW_READERS = createSlowReader(`/uploads/${FILE}`, CUT_WITHIN_MS)
const SLOW = [
  { kind: SLOW_HEADERS, count: 1_000 },
  { kind: SLOW_BODIES, count: 1_000 },
  { kind: SLOW_READERS, count: 500 },
]

/** By the server, before it had sent the file that it was asked for. */
const hasBeenCut = ({ socket, countReceived }: SlowClient) => socket.destroyed && countReceived() < FILE_BYTES

async function askHonestly(url: string, durationMs: number): Promise<number[]> {
  const times: number[] = []
  const until = performance.now() + durationMs
  for (let n = 0; performance.now() < until; n++) {
    const startedAt = performance.now()
    const response = await fetch(url + (n % 2 === 0 ? '/student/allcourses' : '/api/getMaintenace'))
    await response.text()
    if (!response.ok) throw new Error(`The honest user got ${response.status}`)
    times.push(performance.now() - startedAt)
    await sleep(20)
  }
  return times
}

const countKinds = (clients: SlowClient[]) =>
  SLOW.map(({ kind: { kind } }) => `${clients.filter((one) => one.kind === kind).length} ${kind}`).join(', ')

await withProduct(async ({ product, dataDir }) => {
  writeFileSync(join(dataDir, 'uploads', FILE), Buffer.alloc(FILE_BYTES))
  const port = Number(new URL(product.url).port)
  const quiet = getPercentile(await askHonestly(product.url, QUIET_MS), 0.99)
  const opened = SLOW.flatMap(({ kind, count }) =>
    Array.from({ length: Math.ceil((count * percent) / 100) }, () => openSlow(port, kind)),
  )
  const honest = await askHonestly(product.url, CUT_WITHIN_MS)
  const late = opened.filter(({ socket, kind }) => kind !== SLOW_READERS.kind && !socket.destroyed)
  await Promise.race([Promise.all(opened.map(({ ended }) => ended)), sleep(READ_WITHIN_MS)])
  const open = opened.filter((client) => late.includes(client) || !hasBeenCut(client))
  for (const { socket } of open) socket.destroy()
  const p99 = getPercentile(honest, 0.99)
  report({
    test: 'T19',
    goal: `honest p99 under ${MAX_P99_MS} ms`,
    measured: `${p99.toFixed(0)} ms over ${honest.length} requests beside ${opened.length} slow clients, ${quiet.toFixed(0)} ms without them`,
    isOk: p99 < MAX_P99_MS,
  })
  report({
    test: 'T19',
    goal: `all slow ones cut within ${CUT_WITHIN_MS / 1_000} s`,
    measured: `${opened.length - open.length} of ${opened.length} cut (late or open: ${countKinds(open)})`,
    isOk: open.length === 0,
  })
})

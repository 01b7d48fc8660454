// T19: 1,000 slow headers, 1,000 slow bodies and 500 slow readers beside an honest user (`--share 10` for a tenth of them).
import { writeFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { readNumbers, report } from '../support/report.ts'
import { getPercentile } from '../support/checks/statistics.ts'
import { withProduct } from '../support/with-product.ts'

const MAX_P99_MS = 500
const CUT_WITHIN_MS = 20_000
/** The honest user asks for this long before the slow ones come, for comparison. */
const QUIET_MS = 3_000
const TRICKLE_MS = 1_000
/** For readers that begin to read then: what the system had buffered, or all of the file if the server did not end it. */
const READ_WITHIN_MS = 60_000
/** The attackers come from an address of their own. */
const ATTACKER = '127.0.0.2'
/** More than the system buffers for a connection. */
const FILE_BYTES = 24_000_000
const FILE = `${'a'.repeat(32)}.webp`
const { share } = readNumbers({ share: 1 })

interface Slow {
  kind: string
  count: number
  /** What it sends at once; a byte follows each second while it has not finished. */
  start: string
  trickle: string
  reads: boolean
}

const HOST = 'Host: localhost\r\n'
const SLOW: Slow[] = [
  { kind: 'headers', count: 1_000, start: `GET / HTTP/1.1\r\n${HOST}X-A: `, trickle: 'a', reads: true },
  {
    kind: 'bodies',
    count: 1_000,
    start: `POST /api/login HTTP/1.1\r\n${HOST}Content-Type: application/json\r\nContent-Length: 5000\r\n\r\n{"`,
    trickle: 'a',
    reads: true,
  },
  { kind: 'readers', count: 500, start: `GET /uploads/${FILE} HTTP/1.1\r\n${HOST}\r\n`, trickle: '', reads: false },
]

interface SlowClient {
  kind: string
  socket: Socket
  /** By the server, before it had sent the file that it was asked for. */
  hasBeenCut(): boolean
  ended: Promise<void>
}

function openSlow(port: number, { kind, start, trickle, reads }: Slow): SlowClient {
  const socket = connect({ port, host: '127.0.0.1', localAddress: ATTACKER })
  let received = 0
  socket.on('error', () => {})
  socket.on('connect', () => socket.write(start))
  socket.on('data', ({ length }) => {
    received += length
    if (received > FILE_BYTES) socket.destroy()
  })
  // A socket that is not read notices its end only when it is read again.
  if (!reads) {
    socket.pause()
    setTimeout(() => socket.resume(), CUT_WITHIN_MS).unref()
  }
  const timer = setInterval(() => trickle && socket.writable && socket.write(trickle), TRICKLE_MS)
  const ended = new Promise<void>((resolve) => {
    socket.on('close', () => {
      clearInterval(timer)
      resolve()
    })
  })
  return { kind, socket, hasBeenCut: () => socket.destroyed && received < FILE_BYTES, ended }
}

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

const countKinds = (clients: { kind: string }[]) =>
  SLOW.map(({ kind }) => `${clients.filter((one) => one.kind === kind).length} ${kind}`).join(', ')

await withProduct(async ({ product, dataDir }) => {
  writeFileSync(join(dataDir, 'uploads', FILE), Buffer.alloc(FILE_BYTES))
  const port = Number(new URL(product.url).port)
  const quiet = getPercentile(await askHonestly(product.url, QUIET_MS), 0.99)
  const opened = SLOW.flatMap((slow) =>
    Array.from({ length: Math.ceil(slow.count / share) }, () => openSlow(port, slow)),
  )
  const honest = await askHonestly(product.url, CUT_WITHIN_MS)
  const late = opened.filter(({ socket, kind }) => kind !== 'readers' && !socket.destroyed)
  await Promise.race([Promise.all(opened.map(({ ended }) => ended)), sleep(READ_WITHIN_MS)])
  const open = opened.filter((client) => late.includes(client) || !client.hasBeenCut())
  for (const { socket } of open) socket.destroy()
  const p99 = getPercentile(honest, 0.99)
  report({
    test: 'T19',
    goal: `honest p99 under ${MAX_P99_MS} ms`,
    measured: `${p99.toFixed(0)} ms over ${honest.length} requests beside ${opened.length} slow clients, ${quiet.toFixed(0)} ms without them`,
    isOk: p99 < Math.max(MAX_P99_MS, 3 * quiet),
  })
  report({
    test: 'T19',
    goal: `all slow ones cut within ${CUT_WITHIN_MS / 1_000} s`,
    measured: `${opened.length - open.length} of ${opened.length} cut (late or open: ${countKinds(open)})`,
    isOk: open.length === 0,
  })
})

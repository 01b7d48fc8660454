// T25: polling, chat, browsing, uploads and purchases for 10 minutes (`--minutes 1440`), with flat memory.
import { readdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from '../support/users/client.ts'
import { LiveHeap } from '../support/live-heap.ts'
import { MixedWrites } from '../support/users/mixed-writes.ts'
import { readNumbers, report } from '../support/report.ts'
import { signIn } from '../support/users/sign-up.ts'
import { getPercentile, getSlope } from '../support/checks/statistics.ts'
import { withProduct } from '../support/with-product.ts'

const STUDENTS = 20
const POLL_MS = 1_000
const PAUSE_MS = 500
const SAMPLES = 20
const MEGABYTE = 1024 ** 2
const HOUR_MS = 3_600_000
/** A short run shows growth in the first megabytes only: caches are still filling. */
const MAX_SHORT_GROWTH_MB = 4
const MAX_SLOPE_MB = 1
const MAX_DRIFT = 0.1
const { minutes } = readNumbers({ minutes: 10 })

const PAGES = ['/', '/student/allcourses', '/student/allcourses?page=2', '/student/blog', '/login', '/robots.txt']

interface Sample {
  atMs: number
  heapMb: number
  handles: number
  p99: number
}

let times: number[] = []
let failures = 0

async function timed(ask: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await ask().catch(() => failures++)
  times.push(performance.now() - startedAt)
}

/** A student's open tab: it polls, and opens a page now and then. */
async function keepTabOpen(url: string, client: Client, signal: AbortSignal): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    await timed(() => client.call('session', {}))
    await timed(() => client.call('getMaintenace', {}))
    await timed(() => client.call('getNotifications', { page: 1 }))
    const page = PAGES[n % PAGES.length] ?? '/'
    await timed(() => fetch(url + page, { headers: { cookie: client.cookie } }).then((response) => response.text()))
    await sleep(POLL_MS)
  }
}

async function watchDashboard(admin: Client, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await timed(() => admin.call('getAnalystic', {}))
    await timed(() => admin.call('getConversations', { page: 1 }))
    await sleep(POLL_MS)
  }
}

const countHandles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

function reportSoak(samples: Sample[], calls: number): void {
  // The first half fills the caches.
  const half = samples.slice(Math.floor(samples.length / 2))
  const [first, last] = [half[0], half.at(-1)]
  if (!first || !last) throw new Error('The run was too short for two samples')
  const slope = getSlope(half.map(({ atMs, heapMb }) => ({ x: atMs / HOUR_MS, y: heapMb })))
  const growth = last.heapMb - first.heapMb
  const isLong = minutes >= 60
  report({
    test: 'T25',
    goal: isLong
      ? `heap grows under ${MAX_SLOPE_MB} MB an hour`
      : `heap grows under ${MAX_SHORT_GROWTH_MB} MB in the second half`,
    measured: `${growth.toFixed(1)} MB in the second half, ${slope.toFixed(1)} MB an hour, ${last.heapMb.toFixed(1)} MB at the end, ${calls} requests in ${minutes} min`,
    isOk: isLong ? slope < MAX_SLOPE_MB : growth < MAX_SHORT_GROWTH_MB,
  })
  const p99 = (part: Sample[]) =>
    getPercentile(
      part.map((sample) => sample.p99),
      0.5,
    )
  const drift = p99(half.slice(half.length / 2)) / p99(half.slice(0, half.length / 2)) - 1
  report({
    test: 'T25',
    goal: `0 failures, handles flat, p99 drifts under ${MAX_DRIFT * 100} %`,
    measured: `${failures} failures, handles ${first.handles} to ${last.handles}, p99 ${last.p99.toFixed(0)} ms with ${(drift * 100).toFixed(0)} % drift`,
    isOk: failures === 0 && last.handles <= first.handles + STUDENTS && drift < MAX_DRIFT,
  })
}

await withProduct(
  async ({ product, campus, output }) => {
    const heap = await LiveHeap.connect(output())
    const students = await Promise.all(Array.from({ length: STUDENTS }, () => signIn(product.url)))
    const ending = new AbortController()
    const writes = new MixedWrites({ campus, afterFailure: 'continue', pauseMs: PAUSE_MS })
    const running = Promise.all([
      ...students.map(({ client }) => keepTabOpen(product.url, client, ending.signal)),
      watchDashboard(new Client(product.url, campus.admin.cookie), ending.signal),
      writes.run(product.url, ending.signal),
    ])
    const samples: Sample[] = []
    let calls = 0
    const startedAt = performance.now()
    for (let n = 0; n < SAMPLES; n++) {
      await sleep((minutes * 60_000) / SAMPLES)
      const heapMb = (await heap.measure()) / MEGABYTE
      calls += times.length
      samples.push({
        atMs: performance.now() - startedAt,
        heapMb,
        handles: countHandles(product.child.pid ?? 0),
        p99: getPercentile(times, 0.99),
      })
      times = []
    }
    ending.abort()
    await running
    failures += writes.failures.length
    for (const { message } of writes.failures.slice(0, 5)) console.log(`  ${message}`)
    heap.close()
    reportSoak(samples, calls + writes.calls)
  },
  { nodeOptions: ['--inspect=127.0.0.1:0'] },
)

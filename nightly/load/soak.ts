// T25: polling, open chats, browsing, uploads and purchases with flat memory (10 minutes by default; `--full` for the whole
// programme: 1,440). A short run sees a leak only where it stands out from the noise of a measurement, which the limits are.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { getPercentile, getSlope } from '../support/checks/statistics.ts'
import { LiveHeap } from '../support/live-heap.ts'
import { listProcessTree } from '../support/process-tree.ts'
import { readNumbers, report } from '../support/report.ts'
import { Browsing } from '../support/users/browsing.ts'
import { MixedWrites } from '../support/users/mixed-writes.ts'
import { signIn } from '../support/users/sign-up.ts'
import { withProduct } from '../support/with-product.ts'

const STUDENTS = 20
const PAUSE_MS = 500
const SAMPLES = 20
const MEGABYTE = 1024 ** 2
const HOUR_MS = 3_600_000
const MAX_MB_AN_HOUR = 1
/** Growth in the second half that a short run cannot tell from noise. Of the whole programme's it is less than the goal. */
const NOISE_MB = { heap: 1, external: 1, 'resident memory': 10, 'the database’s': 10 }
/** A tenth. */
const DRIFT_PARTS = 10
const WRITES = ['account', 'picture', 'tick', 'chat', 'save', 'order', 'review', 'comment'] as const
const { minutes } = readNumbers({ minutes: { short: 10, full: 1_440 } })

type Part = keyof typeof NOISE_MB
const PARTS = Object.keys(NOISE_MB) as Part[]

interface Sample {
  atMs: number
  mb: Record<Part, number>
  handles: number
  p99: number
}

const countHandles = (pid: number) => readdirSync(`/proc/${pid}/fd`).length

function findDatabase(pid: number): number {
  const isDatabase = (one: number) => readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('embedded.js')
  const found = listProcessTree(pid).find(isDatabase)
  if (found === undefined) throw new Error('The database has no process of its own')
  return found
}

async function takeSample(pid: number, heap: LiveHeap, browsing: Browsing): Promise<Sample> {
  const { rss, heapUsed, external } = await heap.measure()
  const kilobytes = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${findDatabase(pid)}/status`, 'utf8'))?.[1]
  return {
    atMs: performance.now(),
    mb: {
      heap: heapUsed / MEGABYTE,
      external: external / MEGABYTE,
      'resident memory': rss / MEGABYTE,
      'the database’s': Number(kilobytes) / 1_024,
    },
    handles: countHandles(pid),
    p99: getPercentile(browsing.takeTimes(), 0.99),
  }
}

/** Over the second half, because caches fill in the first. */
function reportMemory(half: Sample[]): void {
  const [first, last] = [half[0], half.at(-1)]
  if (!first || !last) throw new Error('The run was too short for two samples')
  const hours = (last.atMs - first.atMs) / HOUR_MS
  for (const part of PARTS) {
    const slope = getSlope(half.map(({ atMs, mb }) => ({ x: atMs / HOUR_MS, y: mb[part] })))
    const limit = Math.max(MAX_MB_AN_HOUR * hours, NOISE_MB[part])
    report({
      test: 'T25',
      goal: `${part} grows under ${limit.toFixed(1)} MB in ${(hours * 60).toFixed(1)} minutes`,
      measured: `${(slope * hours).toFixed(1)} MB, to ${last.mb[part].toFixed(1)} MB`,
      isOk: slope * hours < limit,
    })
  }
  report({
    test: 'T25',
    // Clients keep some connections open between requests.
    goal: `at most ${STUDENTS} more handles`,
    measured: `${first.handles} to ${last.handles}`,
    isOk: last.handles <= first.handles + STUDENTS,
  })
}

function reportTimes(half: Sample[]): void {
  const middle = Math.floor(half.length / 2)
  const getTypical = (samples: Sample[]) =>
    getPercentile(
      samples.map(({ p99 }) => p99),
      0.5,
    )
  const [earlier, later] = [getTypical(half.slice(0, middle)), getTypical(half.slice(middle))]
  report({
    test: 'T25',
    goal: `p99 drifts under ${100 / DRIFT_PARTS} %`,
    measured: `${earlier.toFixed(1)} to ${later.toFixed(1)} ms, ${((later / earlier - 1) * 100).toFixed(1)} %`,
    // Without a division, which would round.
    isOk: DRIFT_PARTS * (later - earlier) < earlier,
  })
}

function reportWork({ counts, failureCount, failures }: Browsing, writes: MixedWrites): void {
  for (const failure of [...failures, ...writes.failures.slice(0, 10).map(({ message }) => message)])
    console.log(`  ${failure}`)
  const written = WRITES.map((kind) => [kind, writes.acknowledged.filter((one) => one.kind === kind).length] as const)
  const work = [...Object.entries(counts), ...written]
  report({
    test: 'T25',
    goal: `0 failures in ${minutes} minutes, and some of each kind`,
    measured: `${failureCount + writes.failures.length} failures; ${work.map(([kind, count]) => `${count} ${kind}`).join(', ')}`,
    isOk: failureCount + writes.failures.length === 0 && work.every(([, count]) => count > 0),
  })
}

await withProduct(
  async ({ product, campus, output }) => {
    const pid = product.child.pid ?? 0
    const heap = await LiveHeap.connect(output())
    const students = await Promise.all(Array.from({ length: STUDENTS }, () => signIn(product.url)))
    const ending = new AbortController()
    const browsing = new Browsing(product.url, ending.signal)
    const writes = new MixedWrites({ campus, afterFailure: 'continue', pauseMs: PAUSE_MS })
    const running = Promise.all([browsing.run(students, campus.admin), writes.run(product.url, ending.signal)])
    const samples: Sample[] = []
    for (let n = 0; n < SAMPLES; n++) {
      await sleep((minutes * 60_000) / SAMPLES)
      samples.push(await takeSample(pid, heap, browsing))
    }
    ending.abort()
    await running
    heap.close()
    const half = samples.slice(Math.floor(samples.length / 2))
    reportMemory(half)
    reportTimes(half)
    reportWork(browsing, writes)
  },
  { nodeOptions: ['--inspect=127.0.0.1:0'] },
)

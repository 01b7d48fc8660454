import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Request } from 'autocannon'
import { Client } from 'pg'
import { connect } from '../src/server/platform/db/connect.ts'
import { migrate } from '../src/server/platform/db/migrate.ts'
import { PROJECT_ROOT } from '../src/server/platform/project-root.ts'
import { startLoader } from './support/children.ts'
import { limitCpu } from './support/cpu-limit.ts'
import { seedBenchData, type SignedInStudent, signIn } from './support/generate.ts'
import { findChildPids, getCpuSeconds } from './support/process-stats.ts'
import { startProduct } from './support/product.ts'
import { toRequest } from './support/requests.ts'
import { type Cell, median, table, writeResults } from './support/table.ts'

const STUDENTS = 200
const CONNECTIONS = 50
const WARM_UP_SECONDS = 5
/** So little that the load generator and PostgreSQL have the rest of two cores, and the servers are what limits. */
const SHARE_OF_CORE = 0.25
const GOAL = 1.7
const SAMPLE_MS = 20

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '3' }, seconds: { type: 'string', default: '8' } },
})
const url = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL
if (!url) throw new Error('Say where PostgreSQL is: BENCH_DATABASE_URL')
const databaseUrl = url
const dataDir = mkdtempSync(join(tmpdir(), 'lantern-bench-'))
process.on('exit', () => rmSync(dataDir, { recursive: true, force: true }))

interface Run {
  perSecond: number
  p99: number
  /** Milliseconds of processor time for each request: of the servers, and of PostgreSQL. */
  serverMs: number
  databaseMs: number
  /** The share of PostgreSQL's busy connections that wait for a lock. */
  waiting: number
}

const students = await prepareData()
const loader = startLoader()
const LOADS = { reads: getReads, mixed: getMixed }
type Load = keyof typeof LOADS
const results: { load: Load; workers: number; run: Run }[] = []
try {
  for (let run = 0; run < Number(options.runs); run++) {
    for (const workers of [1, 2]) {
      console.log(`Run ${run + 1}, ${workers} process${workers === 1 ? '' : 'es'} …`)
      await measureProcesses(workers)
    }
  }
} finally {
  loader.stop()
}
writeResults(
  'Processes',
  [
    table(
      [
        'load',
        'processes',
        'req/s',
        'p99 ms',
        'server ms/req',
        'PostgreSQL ms/req',
        'waits for locks',
        'ratio',
        'goal',
        'met',
      ],
      (['reads', 'mixed'] as const).flatMap(toRows),
    ),
    `Each process has ${SHARE_OF_CORE * 100} % of a core by a control group, so that on two cores the load generator and PostgreSQL (without fsync) have the rest; ${CONNECTIONS} connections, each with students of its own, medians of ${options.runs} runs by turns. In the mixed load one request in ten completes or reopens a lesson.`,
  ].join('\n\n'),
)

function toRows(load: Load): Cell[][] {
  const getRuns = (workers: number) =>
    results.filter((result) => result.load === load && result.workers === workers).map(({ run }) => run)
  const [one, two] = [getRuns(1), getRuns(2)]
  const pick = (runs: Run[], key: keyof Run) => median(runs.map((run) => run[key]))
  const ratio = pick(two, 'perSecond') / pick(one, 'perSecond')
  return [one, two].map((runs, index) => [
    load,
    index + 1,
    Math.round(pick(runs, 'perSecond')),
    pick(runs, 'p99'),
    pick(runs, 'serverMs'),
    pick(runs, 'databaseMs'),
    `${(100 * pick(runs, 'waiting')).toFixed(1)} %`,
    index === 1 ? ratio : null,
    index === 1 ? `≥ ${GOAL}` : null,
    index === 1 ? ratio >= GOAL : null,
  ])
}

async function measureProcesses(workers: number): Promise<void> {
  const product = await startProduct(dataDir, { DATABASE_URL: databaseUrl, WORKERS: String(workers) })
  await waitForListeners(workers)
  const pids = workers === 1 ? [product.pid] : findChildPids(product.pid)
  // Warmed up before they are limited: compiling takes seconds. Each connection asks as every student, so that every
  // process has the answers to what comes next.
  for (const getRequests of [getMixed, getReads])
    await loader.run({
      ...{ url: product.url, connections: CONNECTIONS, seconds: WARM_UP_SECONDS },
      requests: getRequests(),
    })
  const endLimit = limitCpu(pids, SHARE_OF_CORE)
  if (!endLimit) console.log('No control groups: the processes share the cores with the load generator')
  try {
    for (const load of ['reads', 'mixed'] as const)
      results.push({ load, workers, run: await measureRun(product.url, pids, LOADS[load]()) })
  } finally {
    await product.stop()
    endLimit?.()
  }
}

/** Each process opens one before it serves. */
async function waitForListeners(count: number): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  for (let found = 0; found < count; await sleep(50)) {
    const { rows } = await client.query<{ found: number }>(
      "select count(*)::int as found from pg_stat_activity where query like 'LISTEN %'",
    )
    found = rows[0]?.found ?? 0
  }
  await client.end()
}

async function measureRun(target: string, pids: number[], requests: Request[]): Promise<Run> {
  const watcher = new Client({ connectionString: databaseUrl })
  await watcher.connect()
  const { rows } = await watcher.query<{ pid: number }>('select pg_backend_pid() as pid')
  const sumCpu = (all: number[]) => all.reduce((sum, pid) => sum + (getCpuSeconds(pid) ?? 0), 0)
  const getBackends = async () =>
    (await watcher.query<{ pid: number }>('select pid from pg_stat_activity')).rows.map(({ pid }) => pid)
  const own = rows[0]?.pid
  const backends = (await getBackends()).filter((pid) => pid !== own)
  let [busy, waiting, isDone] = [0, 0, false]
  const sampling = (async () => {
    for (; !isDone; await sleep(SAMPLE_MS)) {
      const { rows: samples } = await watcher.query<{ busy: number; waiting: number }>(
        `select count(*)::int as busy, count(*) filter (where wait_event_type in ('Lock', 'LWLock'))::int as waiting
         from pg_stat_activity where state = 'active' and pid <> pg_backend_pid()`,
      )
      busy += samples[0]?.busy ?? 0
      waiting += samples[0]?.waiting ?? 0
    }
  })()
  const before = { server: sumCpu(pids), database: sumCpu(backends) }
  const job = { url: target, connections: CONNECTIONS, seconds: Number(options.seconds), requests, spread: true }
  const { perSecond, p99, total, failed } = await loader.run(job)
  const after = { server: sumCpu(pids), database: sumCpu(backends) }
  isDone = true
  await sampling
  await watcher.end()
  if (failed > 0) throw new Error(`${failed} requests failed`)
  return {
    ...{ perSecond, p99, waiting: busy === 0 ? 0 : waiting / busy },
    serverMs: (1_000 * (after.server - before.server)) / total,
    databaseMs: (1_000 * (after.database - before.database)) / total,
  }
}

function getReads(): Request[] {
  return students.flatMap(({ cookie, courses: [course] }, place) => [
    toRequest('getCourses', { page: 1 + (place % 20) }, cookie),
    toRequest('session', {}, cookie),
    toRequest('getCourseData', { course_id: course?.id ?? 0 }, cookie),
    toRequest('getReviews', { page: 1, course_id: course?.id ?? 0 }, cookie),
    toRequest('getMaintenace', {}, cookie),
  ])
}

/** Each student ticks a lesson, and the next time takes the tick back. */
function getMixed(): Request[] {
  const reads = getReads()
  return students.flatMap(({ cookie, courses: [course] }, place) =>
    [true, false].flatMap((value) => [
      ...reads.slice(place * 5, place * 5 + 5),
      ...reads.slice(place * 5, place * 5 + 4),
      toRequest('completeCourse', { id: course?.lessons[5] ?? 0, course_id: course?.id ?? 0, value }, cookie),
    ]),
  )
}

async function prepareData(): Promise<SignedInStudent[]> {
  const database = await connect({ databaseUrl, dataDir })
  try {
    await migrate(database, join(PROJECT_ROOT, 'migrations'))
    await seedBenchData(database.pool, { courses: 500, students: 1_000, posts: 50 })
    return await signIn(database.pool, STUDENTS)
  } finally {
    await database.close()
  }
}

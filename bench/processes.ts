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
import { type Loader, startLoader } from './support/children.ts'
import { limitCpu } from './support/cpu-limit.ts'
import { seedBenchData, type SignedInStudent, signIn } from './support/generate.ts'
import { findChildPids, getCpuSeconds } from './support/process-stats.ts'
import { type Product, startProduct } from './support/product.ts'
import { toRequest } from './support/requests.ts'
import { type Cell, median, table, writeResults } from './support/table.ts'

const STUDENTS_PER_PROCESS = 100
const CONNECTIONS_PER_PROCESS = 25
const WARM_UP_SECONDS_PER_PROCESS = 5
/** In which the processes even out the connections, and each caches what those will ask. */
const LEAD_SECONDS = 10
/** So little that the load generators and PostgreSQL have the rest of two cores, and the servers are what limits. */
const SHARE_OF_CORE = 0.2
const GOAL = 1.7
const LOADS = { reads: getReads, mixed: getMixed }
type Load = keyof typeof LOADS

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '5' }, seconds: { type: 'string', default: '10' } },
})
const url = process.env.BENCH_DATABASE_URL ?? process.env.TEST_DATABASE_URL
if (!url) throw new Error('Say where PostgreSQL is: BENCH_DATABASE_URL')
const databaseUrl = url

interface Site {
  product: Product
  /** Of the server processes, and of their connections in PostgreSQL. */
  pids: number[]
  backendPids: number[]
  loader: Loader
  students: SignedInStudent[]
  end(): Promise<void>
}

interface Run {
  perSecond: number
  p99: number
  /** Milliseconds of processor time for each request: of the servers, and of PostgreSQL. */
  serverMs: number
  databaseMs: number
}

const allStudents = await prepareData(databaseUrl)
// The speed of a shared machine changes by a factor of two from one second to the next. So both sites, each with a
// database of its own, are asked at the same time.
const copyUrl = await copyDatabase(databaseUrl, 'bench_two')
const sites = [await startSite(1, databaseUrl), await startSite(2, copyUrl)]
const results: { load: Load; processes: number; run: Run }[] = []
try {
  const endLimit = limitCpu(
    sites.flatMap(({ pids }) => pids),
    SHARE_OF_CORE,
  )
  if (!endLimit) console.log('No control groups: the processes share the cores with the load generators')
  for (let run = 1; run <= Number(options.runs); run++)
    for (const load of ['reads', 'mixed'] as const) {
      console.log(`Run ${run}, ${load} …`)
      const runs = await Promise.all(sites.map((site) => measureRun(site, LOADS[load](site.students))))
      runs.forEach((measured, index) => results.push({ load, processes: index + 1, run: measured }))
    }
  await Promise.all(sites.map((site) => site.end()))
  endLimit?.()
} finally {
  for (const { loader } of sites) loader.stop()
}
writeResults(
  'Processes',
  [
    table(
      ['load', 'processes', 'req/s', 'p99 ms', 'server ms/req', 'PostgreSQL ms/req', 'ratio', 'goal', 'met'],
      (['reads', 'mixed'] as const).flatMap(toRows),
    ),
    `A site with one process and a site with two, each with a database of its own, asked at the same time. Each process has ${SHARE_OF_CORE * 100} % of a core by a control group, so that on two cores the load generators and PostgreSQL (without fsync) have the rest; ${CONNECTIONS_PER_PROCESS} connections and ${STUDENTS_PER_PROCESS} students a process, each connection with students of its own, ${LEAD_SECONDS} seconds of the same before ${options.seconds} that count, medians of ${options.runs} runs. In the mixed load one request in ten completes or reopens a lesson.`,
  ].join('\n\n'),
)

function toRows(load: Load): Cell[][] {
  const getRuns = (processes: number) =>
    results.filter((result) => result.load === load && result.processes === processes).map(({ run }) => run)
  const [one, two] = [getRuns(1), getRuns(2)]
  const pick = (runs: Run[], key: keyof Run) => median(runs.map((run) => run[key]))
  const ratio = median(two.map(({ perSecond }, index) => perSecond / (one[index]?.perSecond ?? NaN)))
  return [one, two].map((runs, index) => [
    load,
    index + 1,
    Math.round(pick(runs, 'perSecond')),
    pick(runs, 'p99'),
    pick(runs, 'serverMs'),
    pick(runs, 'databaseMs'),
    index === 1 ? ratio : null,
    index === 1 ? `≥ ${GOAL}` : null,
    index === 1 ? ratio >= GOAL : null,
  ])
}

async function startSite(processes: number, siteUrl: string): Promise<Site> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-bench-'))
  const product = await startProduct(dataDir, { DATABASE_URL: siteUrl, WORKERS: String(processes) })
  const end = async () => {
    await product.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  await waitForListeners(processes, siteUrl)
  const loader = startLoader()
  const students = allStudents.slice(0, processes * STUDENTS_PER_PROCESS)
  // Warmed up before they are limited: compiling takes seconds. Each connection asks as every student, so that every
  // process has the answers to what comes next.
  for (const getRequests of [getMixed, getReads])
    await loader.run({
      ...{ url: product.url, connections: processes * CONNECTIONS_PER_PROCESS, requests: getRequests(students) },
      seconds: processes * WARM_UP_SECONDS_PER_PROCESS,
    })
  return {
    ...{ product, loader, students, end },
    pids: processes === 1 ? [product.pid] : findChildPids(product.pid),
    backendPids: await findBackends(siteUrl),
  }
}

/** Each process opens one before it serves. */
async function waitForListeners(count: number, siteUrl: string): Promise<void> {
  for (let found = 0; found < count; await sleep(50)) found = (await findBackends(siteUrl, 'LISTEN %')).length
}

/** The pids of the site's connections in PostgreSQL whose last statement is like this. */
async function findBackends(siteUrl: string, statement = '%'): Promise<number[]> {
  const client = new Client({ connectionString: siteUrl })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and pid <> pg_backend_pid() and query like $1`,
    [statement],
  )
  await client.end()
  return rows.map(({ pid }) => pid)
}

async function measureRun({ product, pids, backendPids, loader }: Site, requests: Request[]): Promise<Run> {
  const sumCpu = (all: number[]) => all.reduce((sum, pid) => sum + (getCpuSeconds(pid) ?? 0), 0)
  const connections = pids.length * CONNECTIONS_PER_PROCESS
  const times = { leadSeconds: LEAD_SECONDS, seconds: Number(options.seconds) }
  const load = loader.run({ url: product.url, connections, requests, spread: true, ...times })
  await sleep(LEAD_SECONDS * 1_000)
  const before = { server: sumCpu(pids), database: sumCpu(backendPids) }
  await sleep(times.seconds * 1_000)
  const used = { server: sumCpu(pids) - before.server, database: sumCpu(backendPids) - before.database }
  const { perSecond, p99, total, failed } = await load
  if (failed > 0) throw new Error(`${failed} requests failed`)
  return {
    ...{ perSecond, p99 },
    serverMs: (1_000 * used.server) / total,
    databaseMs: (1_000 * used.database) / total,
  }
}

function getReads(students: SignedInStudent[]): Request[] {
  return students.flatMap(({ cookie, courses: [course] }, place) => [
    toRequest('getCourses', { page: 1 + (place % 20) }, cookie),
    toRequest('session', {}, cookie),
    toRequest('getCourseData', { course_id: course?.id ?? 0 }, cookie),
    toRequest('getReviews', { page: 1, course_id: course?.id ?? 0 }, cookie),
    toRequest('getMaintenace', {}, cookie),
  ])
}

/** Each student ticks a lesson, and the next time takes the tick back. */
function getMixed(students: SignedInStudent[]): Request[] {
  const reads = getReads(students)
  return students.flatMap(({ cookie, courses: [course] }, place) =>
    [true, false].flatMap((value) => [
      ...reads.slice(place * 5, place * 5 + 5),
      ...reads.slice(place * 5, place * 5 + 4),
      toRequest('completeCourse', { id: course?.lessons[5] ?? 0, course_id: course?.id ?? 0, value }, cookie),
    ]),
  )
}

async function prepareData(siteUrl: string): Promise<SignedInStudent[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'lantern-bench-'))
  const database = await connect({ databaseUrl: siteUrl, dataDir })
  try {
    await migrate(database, join(PROJECT_ROOT, 'migrations'))
    await seedBenchData(database.pool, { courses: 500, students: 1_000, posts: 50 })
    return await signIn(database.pool, 2 * STUDENTS_PER_PROCESS)
  } finally {
    await database.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** The address of a copy of this database, on the same server. */
async function copyDatabase(siteUrl: string, name: string): Promise<string> {
  const copyUrl = new URL(siteUrl)
  copyUrl.pathname = `/${name}`
  const template = decodeURIComponent(new URL(siteUrl).pathname.slice(1))
  const maintenance = new URL(siteUrl)
  maintenance.pathname = '/template1'
  const client = new Client({ connectionString: maintenance.href })
  await client.connect()
  await client.query(`create database "${name}" template "${template}"`)
  await client.end()
  return copyUrl.href
}

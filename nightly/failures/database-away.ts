// T17: PostgreSQL stopped, stopped at once, killed, half open, read-only and replaced by its standby while users write. Each
// kind of fault must refuse something, or it did nothing (18 cycles of up to 3 seconds by default; `--full` for the whole
// programme: 100 cycles of up to 60 s).
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as PgClient } from 'pg'
import { type Campus, createCampus } from '../support/users/campus.ts'
import { type Fault, FAULTS, startFaultyDatabase } from '../support/faults/database-faults.ts'
import { findProblems } from '../support/checks/find-problems.ts'
import { MixedWrites } from '../support/users/mixed-writes.ts'
import { findPostgresPrograms, type PostgresPrograms } from '../support/postgres.ts'
import { startProduct } from '../support/product.ts'
import { readNumbers, report, reportSkipped } from '../support/report.ts'

const ANSWER_WITHIN_MS = 2_000
const RECOVER_WITHIN_MS = 5_000
const PROBE_EVERY_MS = 100
const { cycles, longest } = readNumbers({ cycles: { short: 18, full: 100 }, longest: { short: 3, full: 60 } })

interface Probe {
  isRead: boolean
  /** What went wrong at its beginning. */
  fault: Fault | undefined
  status: number
  ms: number
  isEnvelope: boolean
}

/** A write of the admin, who is signed in, and a read that no cache answers. */
function probe(url: string, { admin }: Campus, fault?: Fault): Promise<Probe>[] {
  const send = async (name: string, method: string): Promise<Probe> => {
    const asked = { fault, isRead: method === 'POST' }
    const startedAt = performance.now()
    const headers = { cookie: admin.cookie, 'content-type': 'application/json' }
    try {
      const response = await fetch(`${url}/api/${name}`, { method, headers, body: '{"page":1}' })
      const answer = (await response.json()) as { status?: unknown }
      return { ...asked, status: response.status, ms: performance.now() - startedAt, isEnvelope: 'status' in answer }
    } catch {
      return { ...asked, status: 0, ms: performance.now() - startedAt, isEnvelope: false }
    }
  }
  return [send('readNotifications', 'PUT'), send('getSystemLog', 'POST')]
}

async function measure(programs: PostgresPrograms, folder: string): Promise<void> {
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const database = await startFaultyDatabase(programs, join(folder, 'cluster'))
  const campus = await createCampus({ dataDir, databaseUrl: database.url })
  const product = await startProduct({ dataDir, settings: { DATABASE_URL: database.url } })
  const writes = new MixedWrites({ campus, afterFailure: 'continue' })
  const ending = new AbortController()
  const writing = writes.run(product.url, ending.signal)
  const probes: Probe[] = []
  const ownDelay = monitorEventLoopDelay()
  ownDelay.enable()
  let slowestRecovery = 0
  let current: Fault | undefined
  const isProbing = new AbortController()
  const probing = (async () => {
    while (!isProbing.signal.aborted) {
      probes.push(...(await Promise.all(probe(product.url, campus, current))))
      await sleep(PROBE_EVERY_MS)
    }
  })()
  try {
    for (let cycle = 0; cycle < cycles; cycle++) {
      const fault = FAULTS[cycle % FAULTS.length] as Fault
      current = fault
      await database.cause(fault, getFaultMs(cycle))
      current = undefined
      const recoveredMs = await waitForWrite(product.url, campus)
      slowestRecovery = Math.max(slowestRecovery, recoveredMs)
      if (recoveredMs > RECOVER_WITHIN_MS) console.log(`  ${fault}: recovered after ${Math.round(recoveredMs)} ms`)
      await sleep(500)
    }
    isProbing.abort()
    ending.abort()
    await Promise.all([probing, writing])
    // A busy machine makes every answer late, so this tells the one from the other.
    console.log(`  This script itself was late by up to ${Math.round(ownDelay.max / 1e6)} ms`)
    const problems = await checkWrites(database.directUrl(), writes, { campus, dataDir })
    reportAll(probes, { slowestRecovery, writes, problems, isRunning: product.isRunning() })
  } finally {
    isProbing.abort()
    ending.abort()
    await product.kill()
    await database.stop()
  }
}

/** From one second on, evenly, so that each kind takes the longest once. */
function getFaultMs(cycle: number): number {
  const rounds = Math.ceil(cycles / FAULTS.length)
  const round = Math.floor(cycle / FAULTS.length) + 1
  return 1_000 * (1 + ((longest - 1) * round) / rounds)
}

async function waitForWrite(url: string, campus: Campus): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const results = await Promise.all(probe(url, campus))
    const ms = performance.now() - startedAt
    if (results.every(({ status }) => status === 200) || ms > 60_000) return ms
    await sleep(20)
  }
}

async function checkWrites(url: string, writes: MixedWrites, stored: { campus: Campus; dataDir: string }) {
  const client = new PgClient({ connectionString: url })
  await client.connect()
  const query = async (text: string) => (await client.query<Record<string, unknown>>(text)).rows
  const uploadsFolder = join(stored.dataDir, 'uploads')
  const problems = await findProblems(writes.acknowledged, { query, campus: stored.campus, uploadsFolder })
  await client.end()
  return problems
}

interface Outcome {
  slowestRecovery: number
  writes: MixedWrites
  problems: string[]
  isRunning: boolean
}

const isFast = ({ ms }: Probe) => ms <= ANSWER_WITHIN_MS
const isServed = (one: Probe) => one.status === 200 && isFast(one)
const isRefused = (one: Probe) => one.status === 503 && one.isEnvelope && isFast(one)

/** The standby serves reads too. */
const SERVING_READS: readonly Fault[] = ['read-only', 'failover']

/** A fault that refuses nothing has not happened. */
function reportKinds(probes: Probe[]): void {
  const count = (fault: Fault, isRead: boolean, isCounted: (one: Probe) => boolean) =>
    probes.filter((one) => one.fault === fault && one.isRead === isRead && isCounted(one)).length
  const kinds = FAULTS.map((fault) => ({
    fault,
    refusedReads: count(fault, true, isRefused),
    refusedWrites: count(fault, false, isRefused),
    servedReads: count(fault, true, isServed),
    servedWrites: count(fault, false, isServed),
  }))
  const describe = (one: (typeof kinds)[number]) =>
    `${one.fault} ${one.refusedWrites} of ${one.refusedWrites + one.servedWrites} writes and ${one.refusedReads} of ${one.refusedReads + one.servedReads} reads`
  const isRight = (one: (typeof kinds)[number]) =>
    one.refusedWrites > 0 &&
    (SERVING_READS.includes(one.fault) ? one.servedReads > one.refusedReads : one.refusedReads > 0)
  report({
    test: 'T17',
    goal: 'each kind of fault refuses writes and reads; read-only and a standby serve most reads',
    measured: `refused: ${kinds.map(describe).join(', ')}`,
    isOk: kinds.every(isRight),
  })
}

function reportAll(probes: Probe[], { slowestRecovery, writes, problems, isRunning }: Outcome): void {
  const failed = probes.filter((one) => !isServed(one) && !isRefused(one))
  for (const { fault, status, ms } of failed.slice(0, 10))
    console.log(`  ${fault ?? 'no fault'}: answered ${status} after ${Math.round(ms)} ms`)
  for (const problem of problems) console.log(`  ${problem}`)
  const slowest = Math.round(Math.max(...probes.map(({ ms }) => ms)))
  report({
    test: 'T17',
    goal: `${cycles} faults of up to ${longest} s: served, or 503 in the envelope, within ${ANSWER_WITHIN_MS / 1_000} s`,
    measured: `${probes.filter(isServed).length} served, ${probes.filter(isRefused).length} refused, ${failed.length} others, slowest ${slowest} ms`,
    isOk: failed.length === 0 && probes.some(isServed),
  })
  reportKinds(probes)
  report({
    test: 'T17',
    goal: `recovery within ${RECOVER_WITHIN_MS / 1_000} s, 0 restarts needed`,
    measured: `slowest ${Math.round(slowestRecovery)} ms, the process ${isRunning ? 'ran on' : 'ended'}`,
    isOk: slowestRecovery <= RECOVER_WITHIN_MS && isRunning,
  })
  report({
    test: 'T17',
    goal: '0 false acknowledgements',
    measured: `${problems.length} problems in ${writes.acknowledged.length} acknowledged writes`,
    isOk: problems.length === 0 && writes.acknowledged.length > 0,
  })
}

const programs = await findPostgresPrograms()
const folder = mkdtempSync(join(tmpdir(), 'lantern-away-'))
try {
  if (programs) await measure(programs, folder)
  else reportSkipped('T17', 'PostgreSQL is not installed')
} finally {
  rmSync(folder, { recursive: true, force: true })
}

// T17: PostgreSQL stopped, killed, half open and read-only while users write (`--cycles 100 --longest 60` for the whole
// programme; 20 cycles of up to 3 seconds by default).
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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
const { cycles, longest } = readNumbers({ cycles: 20, longest: 3 })

interface Probe {
  status: number
  ms: number
  isEnvelope: boolean
}

/** A write of the admin, who is signed in, and a read that no cache answers. */
function probe(url: string, { admin }: Campus): Promise<Probe>[] {
  const send = async (name: string, method: string): Promise<Probe> => {
    const startedAt = performance.now()
    const headers = { cookie: admin.cookie, 'content-type': 'application/json' }
    const body = method === 'GET' ? {} : { body: '{"page":1}' }
    try {
      const response = await fetch(`${url}/api/${name}`, { method, headers, ...body })
      const answer = (await response.json()) as { status?: unknown }
      return { status: response.status, ms: performance.now() - startedAt, isEnvelope: 'status' in answer }
    } catch {
      return { status: 0, ms: performance.now() - startedAt, isEnvelope: false }
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
  let slowestRecovery = 0
  const isProbing = new AbortController()
  const probing = (async () => {
    while (!isProbing.signal.aborted) {
      probes.push(...(await Promise.all(probe(product.url, campus))))
      await sleep(PROBE_EVERY_MS)
    }
  })()
  try {
    for (let cycle = 0; cycle < cycles; cycle++) {
      const fault = FAULTS[cycle % FAULTS.length] as Fault
      await database.cause(fault, 1_000 * (1 + Math.random() * (longest - 1)))
      const recoveredMs = await waitForWrite(product.url, campus)
      slowestRecovery = Math.max(slowestRecovery, recoveredMs)
      if (recoveredMs > RECOVER_WITHIN_MS) console.log(`  ${fault}: recovered after ${Math.round(recoveredMs)} ms`)
      await sleep(500)
    }
    isProbing.abort()
    ending.abort()
    await Promise.all([probing, writing])
    const problems = await checkWrites(database.directUrl(), writes, { campus, dataDir })
    reportAll(probes, { slowestRecovery, writes, problems, isRunning: product.isRunning() })
  } finally {
    isProbing.abort()
    ending.abort()
    await product.kill()
    await database.stop()
  }
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

function reportAll(probes: Probe[], { slowestRecovery, writes, problems, isRunning }: Outcome): void {
  const isFast = ({ ms }: Probe) => ms <= ANSWER_WITHIN_MS
  const good = probes.filter((one) => one.status === 200 && isFast(one)).length
  const refused = probes.filter((one) => one.status === 503 && one.isEnvelope && isFast(one)).length
  const failed = probes.length - good - refused
  for (const { status, ms } of probes.filter((one) => !isFast(one) || ![200, 503].includes(one.status)).slice(0, 10))
    console.log(`  answered ${status} after ${Math.round(ms)} ms`)
  for (const problem of problems) console.log(`  ${problem}`)
  const slowest = Math.round(Math.max(...probes.map(({ ms }) => ms)))
  report({
    test: 'T17',
    goal: `${cycles} faults: 503 in the envelope within ${ANSWER_WITHIN_MS / 1_000} s`,
    measured: `${good} served, ${refused} refused, ${failed} others, slowest ${slowest} ms`,
    isOk: failed === 0 && refused > 0 && good > 0,
  })
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

// T30: the share of good requests while workers are killed and restarted in turn and the database's connections are cut
// (`--minutes 60`, 5 by default). Needs PostgreSQL.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client as Database } from 'pg'
import { type Campus, createCampus } from '../support/users/campus.ts'
import { createCluster, findPostgresPrograms, type PostgresPrograms, startCluster } from '../support/postgres.ts'
import { listChildren } from '../support/process-tree.ts'
import { type RunningProduct, startProduct } from '../support/product.ts'
import { readNumbers, report, reportSkipped } from '../support/report.ts'
import { signIn, type SignedIn } from '../support/users/sign-up.ts'

const GOAL = 0.999
const REQUESTS_A_SECOND = 30
const FAULT_EVERY_MS = 30_000
const ANSWER_WITHIN_MS = 10_000
const { minutes } = readNumbers({ minutes: 5 })

interface Counts {
  good: number
  bad: Map<string, number>
}

/** One request after the other at an even pace, never waiting for the last. */
async function sendRequests(product: RunningProduct, campus: Campus, student: SignedIn, signal: AbortSignal) {
  const counts: Counts = { good: 0, bad: new Map() }
  const post = (name: string, body: object) =>
    fetch(`${product.url}/api/${name}`, {
      method: name === 'completeCourse' ? 'PUT' : 'POST',
      headers: { cookie: student.client.cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    })
  const { id: course_id, lessonIds } = campus.freeCourse
  const requests = [
    () => fetch(`${product.url}/student/allcourses`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }),
    () => post('getCourses', { page: 1 }),
    () => post('getEnrolledCourses', { page: 1 }),
    (n: number) => post('completeCourse', { id: lessonIds[n % lessonIds.length], course_id, value: n % 2 === 0 }),
  ]
  const open = new Set<Promise<void>>()
  for (let n = 0; !signal.aborted; n++) {
    const fail = (reason: string) => void counts.bad.set(reason, (counts.bad.get(reason) ?? 0) + 1)
    const request = requests[n % requests.length]?.(n).then(
      (response) => (response.status < 500 ? void counts.good++ : fail(String(response.status))),
      (error: unknown) => fail(error instanceof Error ? String(error.cause ?? error.name) : 'no answer'),
    )
    if (request) open.add(request.finally(() => open.delete(request)))
    await sleep(1_000 / REQUESTS_A_SECOND)
  }
  await Promise.all(open)
  return counts
}

function listFaults(product: RunningProduct, databaseUrl: string): [string, () => Promise<void>][] {
  const pid = product.child.pid ?? 0
  return [
    ['restart of all workers in turn', async () => void process.kill(pid, 'SIGHUP')],
    [
      'kill -9 of a worker',
      async () => {
        const [worker] = listChildren(pid)
        if (worker !== undefined) process.kill(worker, 'SIGKILL')
      },
    ],
    [
      'every connection to the database cut',
      async () => {
        const database = new Database({ connectionString: databaseUrl })
        await database.connect()
        await database.query(
          'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and backend_type = $1',
          ['client backend'],
        )
        await database.end()
      },
    ],
  ]
}

async function measure(folder: string, programs: PostgresPrograms): Promise<void> {
  const [cluster, dataDir] = [join(folder, 'cluster'), join(folder, 'data')]
  chmodSync(folder, 0o755)
  createCluster(programs, cluster)
  const postgres = await startCluster(programs, { folder: cluster })
  const campus = await createCampus({ dataDir, databaseUrl: postgres.url })
  const product = await startProduct({ dataDir, settings: { DATABASE_URL: postgres.url, WORKERS: '2' } })
  try {
    const student = await signIn(product.url)
    await student.client.call('enrollCourse', { course_id: campus.freeCourse.id })
    const ending = new AbortController()
    const requests = sendRequests(product, campus, student, ending.signal)
    const faults = listFaults(product, postgres.url)
    const count = Math.floor((minutes * 60_000) / FAULT_EVERY_MS)
    for (let n = 0; n < count; n++) {
      await sleep(FAULT_EVERY_MS)
      await faults[n % faults.length]?.[1]()
    }
    ending.abort()
    const { good, bad } = await requests
    const failed = [...bad.values()].reduce((sum, one) => sum + one, 0)
    for (const [reason, times] of bad) console.log(`  ${times} times: ${reason}`)
    report({
      test: 'T30',
      goal: `at least ${GOAL * 100} % of requests good with a fault every ${FAULT_EVERY_MS / 1_000} s`,
      measured: `${((good / (good + failed)) * 100).toFixed(3)} % of ${good + failed} requests, ${count} faults`,
      isOk: good / (good + failed) >= GOAL,
    })
  } finally {
    await product.stop()
    await postgres.stop()
  }
}

const programs = await findPostgresPrograms()
if (!programs) reportSkipped('T30', 'PostgreSQL is not installed')
else {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-availability-'))
  try {
    await measure(folder, programs)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

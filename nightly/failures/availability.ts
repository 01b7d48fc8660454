// T30: what a user notices of faults: the share of requests that are answered with 200 within ten seconds, at 30 a second,
// while two processes on PostgreSQL meet a fault each minute and an attack between every two. The faults are those of T13, T15,
// T17, T18, T19, T22 and T23 in a size that mends itself: a restart of all workers and kill -9 of one; connections to PostgreSQL
// that are cut or half open for a second; its fast and immediate restart and a failover to its standby, as long as they take; a
// disk of the uploads that is full for five seconds (as root); 200 slow clients, 20 flooding sockets, 500 hostile requests. No
// request is tried again, and no proxy is in front. Power cuts and an absent database have goals of their own (8 minutes by
// default, one for each fault; `--full` for the whole programme: 60).
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startFaultyDatabase } from '../support/faults/database-faults.ts'
import { listAttacks, listServerFaults, type MixedFault } from '../support/faults/mixed-faults.ts'
import { mountSmallDisk, type SmallDisk } from '../support/faults/small-disk.ts'
import { findPostgresPrograms, type PostgresPrograms } from '../support/postgres.ts'
import { startProduct } from '../support/product.ts'
import { readNumbers, report, reportSkipped } from '../support/report.ts'
import { type Campus, createCampus } from '../support/users/campus.ts'
import { addCrowd } from '../support/users/crowd.ts'
import { signIn } from '../support/users/sign-up.ts'

const GOAL = 0.999
const REQUESTS_A_SECOND = 30
/** From a fault to an attack, and from that to the next fault. */
const PAUSE_MS = 30_000
const ANSWER_WITHIN_MS = 10_000
const FLOODERS = 20
const STUDENTS = 10
const DISK_MB = 64
/** Of the product's log. */
const INTERNAL_ERROR = /"message":"([^\n]{0,200})[^\n]*"msg":"internal"/g
const { minutes } = readNumbers({ minutes: { short: 8, full: 60 } })

class Load {
  good = 0
  bad = 0
  /** Answers with 500, for which no fault is an excuse. */
  internal = 0
  readonly #problems = new Map<string, number>()
  readonly #requests: ((n: number) => [path: string, init: RequestInit])[]
  readonly #url: string
  readonly #open = new Set<Promise<void>>()

  /** Of students who are signed in, in turn. */
  constructor(url: string, { lessonIds, id: course_id }: Campus['freeCourse'], cookies: readonly string[]) {
    this.#url = url
    // Each student completes all lessons and reopens them, so that every request changes something.
    const complete = (n: number) => {
      const turn = Math.floor(n / (this.#requests.length * cookies.length))
      return { id: lessonIds[turn % lessonIds.length], course_id, value: Math.floor(turn / lessonIds.length) % 2 === 0 }
    }
    const getCookie = (n: number) => cookies[Math.floor(n / this.#requests.length) % cookies.length] ?? ''
    const call = (n: number, name: string, method: string, body: object): [string, RequestInit] => [
      `/api/${name}`,
      { method, headers: { cookie: getCookie(n), 'content-type': 'application/json' }, body: JSON.stringify(body) },
    ]
    this.#requests = [
      () => ['/student/allcourses', {}],
      (n) => ['/student/profile', { headers: { cookie: getCookie(n) } }],
      (n) => call(n, 'getCourses', 'POST', { page: 1 }),
      (n) => call(n, 'getEnrolledCourses', 'POST', { page: 1 }),
      (n) => call(n, 'completeCourse', 'PUT', complete(n)),
    ]
  }

  /** One request after the other at an even pace, never waiting for the last. */
  async run(signal: AbortSignal): Promise<void> {
    const startedAt = performance.now()
    for (let n = 0; !signal.aborted; n++) {
      const request = this.#send(n).finally(() => this.#open.delete(request))
      this.#open.add(request)
      await sleep(Math.max(0, startedAt + ((n + 1) * 1_000) / REQUESTS_A_SECOND - performance.now()))
    }
    await Promise.all(this.#open)
  }

  async #send(n: number): Promise<void> {
    const [path, init] = this.#requests[n % this.#requests.length]?.(n) ?? ['/', {}]
    try {
      // A redirect is how a page answers a lost session.
      const options = { ...init, redirect: 'manual' as const, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }
      const response = await fetch(this.#url + path, options)
      await response.text()
      if (response.status === 200) this.good++
      else this.#fail(`${path} answered ${response.status}`)
      if (response.status === 500) this.internal++
    } catch (error) {
      this.#fail(`${path}: ${error instanceof Error ? String(error.cause ?? error.name) : 'no answer'}`)
    }
  }

  #fail(problem: string): void {
    this.bad++
    this.#problems.set(problem, (this.#problems.get(problem) ?? 0) + 1)
  }

  /** Since the last time that it was asked. */
  describeProblems(): string {
    const described = [...this.#problems].map(([problem, times]) => `${times} × ${problem}`).join(', ')
    this.#problems.clear()
    return described
  }
}

async function measure(folder: string, programs: PostgresPrograms, disk: SmallDisk | undefined): Promise<void> {
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o755)
  const database = await startFaultyDatabase(programs, join(folder, 'cluster'))
  const settings = { dataDir: join(disk?.folder ?? folder, 'data'), databaseUrl: database.url }
  const campus = await createCampus(settings)
  const flooders = await addCrowd(settings, 'student', FLOODERS)
  let output = ''
  const product = await startProduct({
    ...settings,
    settings: { DATABASE_URL: database.url, WORKERS: '2' },
    onOutput: (text) => (output += text),
  })
  const ending = new AbortController()
  try {
    const students = await Promise.all(Array.from({ length: STUDENTS }, () => signIn(product.url)))
    for (const { client } of students) await client.call('enrollCourse', { course_id: campus.freeCourse.id })
    const cookies = students.map(({ client }) => client.cookie)
    const load = new Load(product.url, campus.freeCourse, cookies)
    const running = load.run(ending.signal)
    const faults = listServerFaults(product, database, disk)
    const attacks = listAttacks(product, { flooders, adminId: campus.admin.id })
    for (let n = 0; n < minutes; n++) {
      await meet(faults[n % faults.length], load)
      await meet(attacks[n % attacks.length], load)
    }
    ending.abort()
    await running
    for (const [, reason = ''] of output.matchAll(INTERNAL_ERROR)) console.log(`  answered with 500: ${reason}`)
    reportAvailability(load)
  } finally {
    ending.abort()
    await product.kill()
    await database.stop()
  }
}

async function meet(fault: MixedFault | undefined, load: Load): Promise<void> {
  if (!fault) return
  const [name, cause] = fault
  const { bad } = load
  const startedAt = performance.now()
  let seconds = ''
  const causing = cause().then(() => (seconds = ((performance.now() - startedAt) / 1_000).toFixed(1)))
  await Promise.all([causing, sleep(PAUSE_MS)])
  if (load.bad > bad) console.log(`  ${name}, over after ${seconds} s: ${load.describeProblems()}`)
}

function reportAvailability({ good, bad, internal }: Load): void {
  const total = good + bad
  const expected = minutes * 60 * REQUESTS_A_SECOND
  report({
    test: 'T30',
    goal: `at least ${GOAL * 100} % of requests good with a fault and an attack each minute`,
    measured: `${((good / total) * 100).toFixed(3)} % of ${total} requests, ${bad} bad, in ${minutes} minutes`,
    isOk: good / total >= GOAL && total >= 0.99 * expected,
  })
  report({
    test: 'T30',
    goal: 'no request answered with 500',
    measured: `${internal} of ${total}`,
    isOk: internal === 0,
  })
}

const programs = await findPostgresPrograms()
if (!programs) reportSkipped('T30', 'PostgreSQL is not installed')
else {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-availability-'))
  const disk = mountSmallDisk(join(folder, 'disk'), DISK_MB)
  if (!disk) console.log('  no disk could be mounted, so none is full')
  try {
    await measure(folder, programs, disk)
  } finally {
    disk?.remove()
    rmSync(folder, { recursive: true, force: true })
  }
}

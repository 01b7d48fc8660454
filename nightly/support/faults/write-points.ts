import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProblems } from '../checks/find-problems.ts'
import { readState } from '../process-tree.ts'
import { CallFailed, Client } from '../users/client.ts'
import type { Acknowledged } from '../users/mixed-writes.ts'
import { signIn } from '../users/sign-up.ts'
import { describePath, type Fault, injectFault, limitFileSize, type WritePoint } from './inject-fault.ts'
import type { RestartableSite } from './restartable-site.ts'
import { UPLOAD, type Write, WRITE_REQUESTS, type WriteRequest } from './write-requests.ts'

export interface WalkResult {
  /** Each place where a write failed, such as `upload, fsync 1: an uploaded file`. */
  points: string[]
  refused: number
  /** Of requests that met a failing write and of all others. */
  acknowledged: number
  problems: string[]
  /** In milliseconds. */
  slowestAnswer: number
  slowestRecovery: number
}

const RECOVERY_WITHIN_MS = 60_000

/** Fails the first write of a request, then the second of another one of its kind, until it has no more of them. */
export async function walkWritePoints(site: RestartableSite, fault: Fault, maxPoints: number): Promise<WalkResult> {
  const walk = new Walk(site)
  for (const request of WRITE_REQUESTS) {
    for (let n = 1; n <= maxPoints; n++) {
      const point = await walk.meet(request, (use) => injectFault(site.listProcesses(), fault, n, use))
      if (point === undefined) break
      walk.points.push(`${request.name}, ${point.call} ${n}: ${describePath(point.path)}`)
    }
  }
  return walk.finish()
}

/** An upload that the kernel lets write only so many bytes. */
export async function cutUploadsShort(site: RestartableSite, sizes: readonly number[]): Promise<WalkResult> {
  const walk = new Walk(site)
  for (const size of sizes) {
    await walk.meet(UPLOAD, async (use) => {
      limitFileSize(site.pid, String(size))
      try {
        await use()
      } finally {
        limitFileSize(site.pid, 'unlimited')
      }
      return { call: 'write', path: `an uploaded file behind ${size} bytes` }
    })
    walk.points.push(`upload, write behind ${size} bytes`)
  }
  return walk.finish()
}

type Inject = (use: () => Promise<void>) => Promise<WritePoint | undefined>

class Walk {
  readonly points: string[] = []
  readonly #site: RestartableSite
  readonly #acknowledged: Acknowledged[] = []
  readonly #problems: string[] = []
  #refused = 0
  #slowestAnswer = 0
  #slowestRecovery = 0

  constructor(site: RestartableSite) {
    this.#site = site
  }

  /** Sends one request, and reads, while writes fail; then waits until writes work. */
  async meet(request: WriteRequest, inject: Inject): Promise<WritePoint | undefined> {
    const site = this.#site
    const student = await signIn(site.url)
    this.#keep({ kind: 'account', email: student.email })
    await request.prepare?.(student, site)
    let isAcknowledged = false
    const point = await inject(async () => {
      await this.#time(request.name, async () => {
        this.#keep(await request.send(student, site))
        isAcknowledged = true
      })
      await this.#time('a read', () => readFromDatabase(site))
    })
    if (!point && !isAcknowledged) this.#problems.push(`${request.name} was refused although no write had failed`)
    const what = `${request.name}${point ? ` with a failed ${point.call} of ${point.path}` : ''}`
    const startedAt = performance.now()
    await this.#recover(what, startedAt + RECOVERY_WITHIN_MS)
    this.#slowestRecovery = Math.max(this.#slowestRecovery, performance.now() - startedAt)
    if (isAcknowledged && request.confirm) this.#keep(await request.confirm(student, site))
    await this.#check(what)
    return point
  }

  #keep(write: Write | undefined): void {
    if (write) this.#acknowledged.push({ ...write, at: 0 } as Acknowledged)
  }

  finish(): WalkResult {
    return {
      points: this.points,
      refused: this.#refused,
      acknowledged: this.#acknowledged.length,
      problems: this.#problems,
      slowestAnswer: this.#slowestAnswer,
      slowestRecovery: this.#slowestRecovery,
    }
  }

  /** A refusal is an answer too. */
  async #time(what: string, ask: () => Promise<unknown>): Promise<void> {
    const startedAt = performance.now()
    await ask().catch((error: unknown) => {
      if (!(error instanceof CallFailed)) throw error
      this.#refused++
      if (error.status === 500) this.#problems.push(error.message)
    })
    const ms = performance.now() - startedAt
    this.#slowestAnswer = Math.max(this.#slowestAnswer, ms)
    if (ms > MAX_FROZEN_MS) this.#problems.push(`${what} took ${Math.round(ms)} ms`)
  }

  async #recover(after: string, deadline: number): Promise<void> {
    for (let tries = 1; ; tries++) {
      try {
        await this.#site.ensureRunning()
        const { email } = await signIn(this.#site.url)
        this.#keep({ kind: 'account', email })
        return
      } catch (error) {
        if (performance.now() > deadline) {
          // strace may have left a process stopped.
          const states = this.#site.listProcesses().map(readState).join()
          throw new Error(`None of ${tries} writes succeeded after ${after}; processes: ${states}`, { cause: error })
        }
        await sleep(50)
      }
    }
  }

  async #check(after: string): Promise<void> {
    const { query, campus, uploadsFolder } = this.#site
    const problems = await findProblems(this.#acknowledged, { query, campus, uploadsFolder })
    this.#problems.push(...problems.map((problem) => `after ${after}: ${problem}`))
  }
}

export const MAX_FROZEN_MS = 5_000

/** A call that no cache answers, because nobody has searched for this before. */
export async function readFromDatabase({ url, campus }: Pick<RestartableSite, 'url' | 'campus'>): Promise<void> {
  const admin = new Client(url, campus.admin.cookie)
  await admin.call('findAnything', { search_text: randomBytes(8).toString('hex') })
}

import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProblems } from '../checks/find-problems.ts'
import { createControls, spawnProduct } from '../product.ts'
import { CallFailed } from '../users/client.ts'
import { MixedWrites } from '../users/mixed-writes.ts'
import type { RestartableSite } from './restartable-site.ts'
import type { BreakableDisk, SmallDisk } from './small-disk.ts'
import { readFromDatabase } from './write-points.ts'

export interface DiskFailureResult {
  acknowledged: number
  /** Call and status of what was refused meanwhile, such as `login 503`, with how often. */
  refused: Map<string, number>
  problems: string[]
  /** Of reads that need the database, while the disk failed. */
  reads: { answered: number; refused: number; slowest: number }
  /** Milliseconds from the end of the failure to the next acknowledged write. */
  slowestRecovery: number
}

const WRITING_MS = 500
const FULL_MS = 2_000
const READ_ONLY_MS = 6_000
const GIVE_UP_MS = 60_000
/** Each third time a new WAL file is due while the disk is full. */
const WAL_FILE_EVERY = 3

/** Writes on a disk with room for one block more in each round, so that each block that writes need is the missing one once. */
export async function fillDisk(disk: SmallDisk, site: RestartableSite, rounds: number): Promise<DiskFailureResult> {
  const failure = new DiskFailure(site)
  for (let round = 0; round <= rounds; round++) {
    await failure.meet(WRITING_MS, async () => {
      // In the last round, no file can be created.
      if (round === rounds) disk.fillNames()
      else disk.fill(round)
      const startWalFile = () => site.query('select pg_switch_wal()').catch(() => [])
      if (round % WAL_FILE_EVERY === 0) await startWalFile()
      // A slow machine may have needed no block so far.
      await failure.readUntil(FULL_MS, startWalFile)
      disk.free()
    })
    // Removes WAL files, which would leave no space for uploads.
    await site.query('checkpoint')
  }
  return failure.finish()
}

/** The disk turns read-only under a running server, and is repaired and mounted again. */
export async function turnReadOnly(disk: BreakableDisk, site: RestartableSite): Promise<DiskFailureResult> {
  const failure = new DiskFailure(site)
  disk.sync()
  await failure.meet(READ_ONLY_MS / 2, async () => {
    disk.turnReadOnly()
    await failure.readUntil(READ_ONLY_MS)
    disk.repair()
  })
  return failure.finish()
}

class DiskFailure {
  readonly #problems: string[] = []
  readonly #site: RestartableSite
  readonly #writes: MixedWrites
  readonly #reads = { answered: 0, refused: 0, slowest: 0 }
  #slowestRecovery = 0

  constructor(site: RestartableSite) {
    this.#site = site
    this.#writes = new MixedWrites({ campus: site.campus, afterFailure: 'continue' })
  }

  /** Users write before, during and after the failure. */
  async meet(writingMs: number, fail: () => Promise<void>): Promise<void> {
    await this.#write(async () => {
      if (!(await this.#waitForNextWrite())) this.#problems.push('no write was acknowledged before the failure')
      await sleep(writingMs)
      await fail()
    })
    const startedAt = performance.now()
    await this.#site.ensureRunning()
    await this.#write(async () => {
      if (await this.#waitForNextWrite()) return
      this.#problems.push('no write was acknowledged after the failure until the server was restarted')
      await this.#site.kill()
    })
    await this.#site.ensureRunning()
    this.#slowestRecovery = Math.max(this.#slowestRecovery, performance.now() - startedAt)
  }

  /** For so long, and until a request has met the failure, which is provoked then. An answer of any kind counts: refusing is no freezing. */
  async readUntil(ms: number, provoke: () => Promise<unknown> = () => Promise.resolve()): Promise<void> {
    const { failures } = this.#writes
    const failedBefore = failures.length
    const beganAt = performance.now()
    while (performance.now() < beganAt + ms || failures.length === failedBefore) {
      if (performance.now() > beganAt + GIVE_UP_MS) {
        this.#problems.push('no request met the failure')
        return
      }
      if (performance.now() > beganAt + ms) await provoke()
      const startedAt = performance.now()
      const isAnswered = await readFromDatabase(this.#site).then(
        () => true,
        (error: unknown) => {
          if (error instanceof CallFailed) return false
          throw error
        },
      )
      this.#reads[isAnswered ? 'answered' : 'refused']++
      this.#reads.slowest = Math.max(this.#reads.slowest, performance.now() - startedAt)
      await sleep(20)
    }
  }

  async finish(): Promise<DiskFailureResult> {
    const { query, campus, uploadsFolder } = this.#site
    const refused = new Map<string, number>()
    for (const { message } of this.#writes.failures) {
      const [answer = ''] = message.split(':')
      const callAndStatus = answer.replace(' answered', '')
      refused.set(callAndStatus, (refused.get(callAndStatus) ?? 0) + 1)
    }
    // A full disk is no defect of the server: 503 says so, and that it is worth another try.
    const defects = [...refused].filter(([name]) => name.endsWith(' 500')).map(([name, count]) => `${count} × ${name}`)
    return {
      acknowledged: this.#writes.acknowledged.length,
      refused,
      problems: [
        ...this.#problems,
        ...defects,
        ...(await findProblems(this.#writes.acknowledged, { query, campus, uploadsFolder })),
      ],
      reads: this.#reads,
      slowestRecovery: this.#slowestRecovery,
    }
  }

  async #write(meanwhile: () => Promise<void>): Promise<void> {
    const ending = new AbortController()
    const writing = this.#writes.run(this.#site.url, ending.signal)
    await meanwhile()
    ending.abort()
    await writing
  }

  async #waitForNextWrite(): Promise<boolean> {
    const { acknowledged } = this.#writes
    const before = acknowledged.length
    const deadline = performance.now() + GIVE_UP_MS
    while (acknowledged.length === before) {
      if (performance.now() > deadline) return false
      await sleep(10)
    }
    return true
  }
}

/** Starts on the disk while it is read-only; returns what it says and how soon it ends. */
export async function startOnReadOnlyVolume(disk: SmallDisk): Promise<{ startedMs: number; output: string }> {
  const deadline = performance.now() + GIVE_UP_MS
  // Refused while a killed process still has files open.
  while (spawnSync('mount', ['-o', 'remount,ro', disk.folder], { stdio: 'ignore' }).status !== 0) {
    if (performance.now() > deadline) throw new Error('The disk could not be made read-only')
    await sleep(100)
  }
  let output = ''
  const startedAt = performance.now()
  const dataDir = join(disk.folder, 'data')
  const { child } = await spawnProduct({ dataDir, onOutput: (text) => (output += text) })
  const timer = setTimeout(() => void createControls(child).kill(), GIVE_UP_MS)
  if (child.exitCode === null) await once(child, 'exit')
  clearTimeout(timer)
  spawnSync('mount', ['-o', 'remount,rw', disk.folder], { stdio: 'ignore' })
  return { startedMs: performance.now() - startedAt, output }
}

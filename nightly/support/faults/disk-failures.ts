import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createCampus } from '../users/campus.ts'
import { findProblems, type Query } from '../checks/find-problems.ts'
import { MixedWrites } from '../users/mixed-writes.ts'
import { openEmbeddedImage } from '../power-cut/open-image.ts'
import { createControls, type RunningProduct, spawnProduct, startProduct } from '../product.ts'
import type { SmallDisk } from './small-disk.ts'

export interface FullDiskResult {
  acknowledged: number
  /** Calls that failed meanwhile. */
  refused: number
  problems: string[]
  slowestRead: number
  /** Milliseconds from free space to the next acknowledged write. */
  recoveries: number[]
}

const WRITING_MS = 2_000
const FULL_MS = 6_000
const GIVE_UP_MS = 60_000

/** Fills the disk again and again, so that it is full wherever a write happens to be. */
export async function fillDisk(disk: SmallDisk, rounds: number): Promise<FullDiskResult> {
  const dataDir = join(disk.folder, 'data')
  const campus = await createCampus({ dataDir })
  const writes = new MixedWrites({ campus, afterFailure: 'continue' })
  const result: FullDiskResult = { acknowledged: 0, refused: 0, problems: [], slowestRead: 0, recoveries: [] }
  let product = await startProduct({ dataDir })
  try {
    for (let round = 0; round < rounds; round++) {
      if (!product.isRunning()) product = await startProduct({ dataDir })
      const ending = new AbortController()
      const writing = writes.run(product.url, ending.signal)
      await sleep(WRITING_MS)
      result.slowestRead = Math.max(result.slowestRead, await keepFull(disk, product.url))
      disk.free()
      // A server that has ended is started anew, at once.
      result.recoveries.push(product.isRunning() ? await timeNextWrite(writes) : 0)
      ending.abort()
      await writing
    }
  } finally {
    await product.kill()
  }
  result.acknowledged = writes.acknowledged.length
  result.refused = writes.failures.length
  const uploadsFolder = join(dataDir, 'uploads')
  result.problems = await inDatabase(dataDir, (query) =>
    findProblems(writes.acknowledged, { query, campus, uploadsFolder }),
  )
  return result
}

/** Takes what becomes free again; returns the slowest read meanwhile. */
async function keepFull(disk: SmallDisk, url: string): Promise<number> {
  let slowestRead = 0
  const until = performance.now() + FULL_MS
  while (performance.now() < until) {
    disk.fill(Math.floor(Math.random() * 64) * 1_024)
    slowestRead = Math.max(slowestRead, await timeRead(url))
    await sleep(50)
  }
  return slowestRead
}

const inDatabase = (dataDir: string, use: (query: Query) => Promise<string[]>) =>
  openEmbeddedImage(join(dataDir, 'database'), use)

/** An answer of any kind counts: refusing is no freezing. */
async function timeRead(url: string): Promise<number> {
  const startedAt = performance.now()
  await fetch(`${url}/student/allcourses`, { signal: AbortSignal.timeout(GIVE_UP_MS) }).then(
    (response) => response.text(),
    () => '',
  )
  return performance.now() - startedAt
}

async function timeNextWrite({ acknowledged }: MixedWrites): Promise<number> {
  const before = acknowledged.length
  const startedAt = performance.now()
  while (acknowledged.length === before) {
    if (performance.now() - startedAt > GIVE_UP_MS) return Infinity
    await sleep(10)
  }
  return performance.now() - startedAt
}

/** Starts on the disk while it is read-only; returns what it says and how soon it ends. */
export async function startOnReadOnlyVolume(disk: SmallDisk): Promise<{ startedMs: number; output: string }> {
  spawnSync('mount', ['-o', 'remount,ro', disk.folder], { stdio: 'ignore' })
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

/** strace lets an fsync fail in each process, as a broken disk would. */
export async function failSyncs(folder: string) {
  const dataDir = join(folder, 'data')
  mkdirSync(folder, { recursive: true })
  const campus = await createCampus({ dataDir })
  const failing = ['-e', 'trace=fsync,fdatasync', '-e', 'inject=fsync,fdatasync:error=EIO:when=40']
  const wrapper = ['strace', '--seccomp-bpf', '-f', '-o', '/dev/null', ...failing]
  let output = ''
  const product: RunningProduct = await startProduct({
    dataDir,
    wrapper,
    onOutput: (text) => (output += text),
    settings: { LOG_LEVEL: 'fatal' },
  })
  const writes = new MixedWrites({ campus, afterFailure: 'continue' })
  const ending = new AbortController()
  const writing = writes.run(product.url, ending.signal)
  const restarts = () => output.split('restarts after an error').length - 1
  const until = performance.now() + GIVE_UP_MS
  while (restarts() === 0 && performance.now() < until) await sleep(50)
  await timeNextWrite(writes)
  ending.abort()
  await writing
  await product.kill()
  const { acknowledged } = writes
  const uploadsFolder = join(dataDir, 'uploads')
  const problems = await inDatabase(dataDir, (query) => findProblems(acknowledged, { query, campus, uploadsFolder }))
  return { acknowledged: acknowledged.length, problems, restarts: restarts() }
}

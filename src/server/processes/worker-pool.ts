import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { announcePoolStop } from '#server/http/pool-stop.ts'
import { POOL_STARTED_AT } from '#server/platform/uptime.ts'

/** Doubles with each crash. */
const FIRST_PAUSE_MS = 100
const MAX_PAUSE_MS = 30_000
/** A process reports its connections every second. One that is silent this long hangs. */
const SILENT_MS = 60_000
/** In this time. Checks are counted rather than timed: a pause of the whole machine is none of a process's. */
const MAX_SILENT_CHECKS = 10
/** A start may make a backup before an upgrade, which takes hours when there are many files. */
const START_TIMEOUT_MS = 6 * 3_600_000
/** A process that ran this long had no problem at its start. */
const STABLE_AFTER_MS = 60_000
/** Longer than the longest drain (DRAIN_SECONDS). */
const STOP_TIMEOUT_MS = 330_000

// The processes accept for themselves. Handed out in turn, connections on their way to a process that is killed would hang.
// And while none serves, connections wait instead of being refused.
cluster.schedulingPolicy = cluster.SCHED_NONE

interface WorkerPoolOptions {
  count: number
  silentMs?: number
  startTimeoutMs?: number
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
}

/** Server processes that share one port. One that crashes is started again. */
export class WorkerPool {
  readonly #options: WorkerPoolOptions
  /** With the number of checks since its last message. */
  readonly #serving = new Map<Worker, number>()
  readonly #stopping = new AbortController()
  readonly #startedAt = Date.now()
  #crashes = 0
  #restarting: Promise<void> | undefined

  constructor(options: WorkerPoolOptions) {
    this.#options = options
    const { silentMs = SILENT_MS } = options
    setInterval(() => this.#killSilent(), silentMs / MAX_SILENT_CHECKS).unref()
  }

  /** Rejects when the first process does not start: the others would fail like it. */
  async start(): Promise<void> {
    await this.#startWorker()
    if (this.#isStopping) return
    // The database is prepared now, and these only find it so.
    const others = Array.from({ length: this.#options.count - 1 }, () => this.#startWorker())
    for (const { status } of await Promise.allSettled(others)) if (status === 'rejected') void this.#replace()
  }

  /** Replaces one process after the other. When a new one does not start, the old ones go on. */
  async restart(): Promise<void> {
    await (this.#restarting ??= this.#restartAll().finally(() => (this.#restarting = undefined)))
  }

  /** A second call does not wait for the processes to drain. */
  async stop(): Promise<void> {
    const isSecondCall = this.#isStopping
    this.#stopping.abort()
    // Also those that are starting.
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    for (const worker of workers) announcePoolStop(worker)
    if (isSecondCall) for (const worker of workers) worker.process.kill('SIGTERM')
    await Promise.all(workers.map(stopWorker))
  }

  /** Ends the processes at once. The promise of `stop` resolves then. */
  kill(): void {
    this.#stopping.abort()
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL')
  }

  async #restartAll(): Promise<void> {
    const { count, log } = this.#options
    for (const old of [...this.#serving.keys()]) {
      if (this.#isStopping) return
      // Crashed meanwhile: its replacement is a new one.
      if (!this.#serving.has(old)) continue
      let started: Worker
      try {
        started = await this.#startWorker()
      } catch (error) {
        if (!this.#isStopping) log.error({ err: error }, 'the restart was given up: the old processes go on')
        return
      }
      if (this.#serving.has(old)) await this.#retire(old)
      // It has crashed meanwhile, and was replaced twice.
      else if (this.#serving.size > count) await this.#retire(started)
    }
    if (!this.#isStopping) log.info({ count: this.#serving.size }, 'all processes were restarted')
  }

  async #retire(worker: Worker): Promise<void> {
    this.#serving.delete(worker)
    await stopWorker(worker)
  }

  /** Its connections would wait for ever. It is started again like one that crashed. */
  #killSilent(): void {
    if (this.#isStopping) return
    for (const [worker, silentChecks] of this.#serving) {
      this.#serving.set(worker, silentChecks + 1)
      if (silentChecks < MAX_SILENT_CHECKS) continue
      this.#options.log.error({ pid: worker.process.pid }, 'a server process hangs and is killed')
      worker.process.kill('SIGKILL')
    }
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  /** Resolves once the process serves. */
  async #startWorker(): Promise<Worker> {
    const { startTimeoutMs = START_TIMEOUT_MS } = this.#options
    const worker = cluster.fork({ [POOL_STARTED_AT]: this.#startedAt })
    const timer = setTimeout(() => worker.process.kill('SIGKILL'), startTimeoutMs)
    const exited = once(worker, 'exit').then(([code, signal]: (number | string | null)[]) => {
      throw new Error(`A server process ended before it was ready (${signal ?? `code ${code}`})`)
    })
    await Promise.race([once(worker, 'listening'), exited]).finally(() => clearTimeout(timer))
    exited.catch(() => null)
    const startedAt = performance.now()
    this.#serving.set(worker, 0)
    worker.on('message', () => {
      if (this.#serving.has(worker)) this.#serving.set(worker, 0)
    })
    worker.once('exit', (code, signal) => {
      if (!this.#serving.delete(worker) || this.#isStopping) return
      if (performance.now() - startedAt > STABLE_AFTER_MS) this.#crashes = 0
      this.#options.log.error({ code, signal }, 'a server process ended and is started again')
      void this.#replace()
    })
    return worker
  }

  /** Also during a restart, which may wait for a process to drain. */
  async #replace(): Promise<void> {
    while (!this.#isStopping) {
      const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** this.#crashes, MAX_PAUSE_MS)
      this.#crashes++
      await sleep(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => null)
      const { count } = this.#options
      if (this.#isStopping || this.#serving.size >= count) return
      try {
        const started = await this.#startWorker()
        // A restart has replaced the same one.
        if (this.#serving.size > count) await this.#retire(started)
        return
      } catch (error) {
        if (!this.#isStopping)
          this.#options.log.error({ err: error }, 'a server process did not start and is tried again')
      }
    }
  }
}

const stops = new WeakMap<Worker, Promise<void>>()

/** Signals it once, because a second signal ends its drain. */
function stopWorker(worker: Worker): Promise<void> {
  const stop = stops.get(worker) ?? drainWorker(worker)
  stops.set(worker, stop)
  return stop
}

async function drainWorker(worker: Worker): Promise<void> {
  if (worker.isDead()) return
  const exited = once(worker, 'exit')
  worker.process.kill('SIGTERM')
  const timer = setTimeout(() => worker.process.kill('SIGKILL'), STOP_TIMEOUT_MS)
  await exited
  clearTimeout(timer)
}

import { type ChildProcess, fork } from 'node:child_process'
import { getChildProgram } from '#server/platform/child-program.ts'
import type { EncodeResult, MessageFromEncoder, PictureJob } from './messages.ts'

interface PictureLimits {
  /** How long an unused process is kept. */
  idleMs: number
  maxRssBytes: number
  /** Processor time, because a busy machine makes no picture bad. */
  maxCpuMs: number
}

/** Accepted pictures take up to 230 MB, of which 70 MB are Node and the decoders, and up to 5 seconds. */
const DEFAULT_LIMITS: PictureLimits = { idleMs: 30_000, maxRssBytes: 270_000_000, maxCpuMs: 10_000 }
const START_TIMEOUT_MS = 30_000
/** The process watches its own processor time; this is for one that hangs. */
const JOB_TIMEOUT_MS = 60_000
/** Memory that a job has left behind would count against the next one. */
const REUSABLE_RSS_BYTES = 110_000_000

interface Encoder {
  child: ChildProcess
  exited: Promise<void>
}

/** Null when the picture needed too much memory or time, or crashed the decoder. */
export type ProcessResult = EncodeResult | null

/** Encodes pictures in a child process, which is kept while it is used and ends with this process. */
export class PictureProcess {
  readonly #limits: PictureLimits
  /** Jobs run one after the other. */
  #queue: Promise<unknown> = Promise.resolve()
  #jobs = 0
  #encoder: Encoder | undefined
  #idleTimer: NodeJS.Timeout | undefined
  #isClosed = false

  constructor(limits: Partial<PictureLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits }
  }

  encode(job: PictureJob): Promise<ProcessResult> {
    this.#jobs++
    const result = this.#queue.then(() => this.#encode(job)).finally(() => this.#jobs--)
    this.#queue = result.catch(() => null)
    return result
  }

  get queue(): { running: number; waiting: number } {
    const running = Math.min(this.#jobs, 1)
    return { running, waiting: this.#jobs - running }
  }

  /** Undefined while no process is running. */
  get pid(): number | undefined {
    return this.#encoder?.child.pid
  }

  /** Waits for the jobs that have been started. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#queue
    await this.#stop()
  }

  async #encode(job: PictureJob): Promise<ProcessResult> {
    clearTimeout(this.#idleTimer)
    this.#encoder ??= await this.#start()
    const done = await run(this.#encoder, job)
    if (done === null || done.rssBytes > REUSABLE_RSS_BYTES || this.#isClosed) await this.#stop()
    else this.#idleTimer = setTimeout(() => void this.#stop(), this.#limits.idleMs).unref()
    return done && done.result
  }

  async #start(): Promise<Encoder> {
    const { maxRssBytes, maxCpuMs } = this.#limits
    const child = fork(getChildProgram('picture-encoder'), [String(maxRssBytes), String(maxCpuMs)], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    // `receive` reports an error while there is a job; at other times `exit` follows.
    child.on('error', () => {})
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
    const encoder = { child, exited }
    void exited.then(() => {
      if (this.#encoder === encoder) this.#encoder = undefined
    })
    // An idle encoder does not keep this process running.
    child.unref()
    const ready = await receive(encoder, START_TIMEOUT_MS)
    if (ready !== 'ready') throw new Error('The process that reads pictures did not start')
    return encoder
  }

  async #stop(): Promise<void> {
    clearTimeout(this.#idleTimer)
    const encoder = this.#encoder
    this.#encoder = undefined
    encoder?.child.kill('SIGKILL')
    await encoder?.exited
  }
}

/** Null when the process ended during the job. */
async function run(encoder: Encoder, job: PictureJob): Promise<Exclude<MessageFromEncoder, 'ready'> | null> {
  const answer = receive(encoder, JOB_TIMEOUT_MS)
  // A failed send is followed by `exit`.
  encoder.child.send(job, () => {})
  const message = await answer
  return message === 'ready' ? null : message
}

/** Resolves with the next message, or with null when the process has ended or exceeded the time. */
function receive({ child }: Encoder, timeoutMs: number): Promise<MessageFromEncoder | null> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    // Each listener is removed: the process lives on for as long as pictures come.
    const settle = (message: MessageFromEncoder | null) => {
      clearTimeout(timer)
      child.off('message', settle).off('error', reject).off('exit', end)
      child.channel?.unref()
      resolve(message)
    }
    const end = () => settle(null)
    child.channel?.ref()
    child.once('message', settle).once('error', reject).once('exit', end)
    if (child.exitCode !== null || child.signalCode !== null) end()
  })
}

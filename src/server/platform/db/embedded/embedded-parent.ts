import { type ChildProcess, fork } from 'node:child_process'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import { DataInUseError } from './data-lock.ts'
import type { FromEmbedded, ToEmbedded } from './messages.ts'

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
/** Who lived this long did not die of what killed the one before. */
const STEADY_AFTER_MS = 60_000
/** With a long log to recover from. */
const START_WITHIN_MS = 120_000
const STOP_WITHIN_MS = 10_000
/** A process that was killed may take a moment to let go of the data; its successor waits that long. */
const LOCK_PATIENCE_MS = 3_000
/** Three unanswered ones, 15 seconds, are death: counted rather than timed, so that a machine's sleep is not. */
const PING_EVERY_MS = 5_000
const PINGS_UNANSWERED = 3

export interface Embedded {
  /** Where it listens now: a folder for pg's `host`. Null while it is down. */
  socketFolder(): string | null
  pid(): number | undefined
  /** Runs work whose statements may keep the database from answering for long, such as a migration's. */
  patiently<Result>(work: () => Promise<Result>): Promise<Result>
  stop(): Promise<void>
}

/** Starts the embedded database's process, and again whenever it dies or no longer answers. */
export async function startEmbedded(dataDir: string, pingEveryMs = PING_EVERY_MS): Promise<Embedded> {
  let child: ChildProcess | undefined
  let socketFolder: string | null = null
  let patient = 0
  let pauseMs = SHORTEST_PAUSE_MS
  let relaunching: Promise<void> | undefined
  const stopping = new AbortController()

  async function launch(): Promise<void> {
    const started = await waitForLock(() => start(dataDir))
    const bornAt = Date.now()
    child = started.child
    socketFolder = started.socketFolder
    child.once('exit', () => {
      child = undefined
      socketFolder = null
      if (Date.now() - bornAt > STEADY_AFTER_MS) pauseMs = SHORTEST_PAUSE_MS
      if (!stopping.signal.aborted) relaunching = relaunch()
    })
    killWhenSilent(child, pingEveryMs, () => patient > 0)
  }

  async function relaunch(): Promise<void> {
    while (!stopping.signal.aborted && !child) {
      await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => null)
      if (stopping.signal.aborted) return
      pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)
      await launch().catch((error: unknown) =>
        console.error(`The embedded database did not start again: ${String(error)}`),
      )
    }
  }

  await launch()
  return {
    socketFolder: () => socketFolder,
    pid: () => child?.pid,
    async patiently(work) {
      patient++
      try {
        return await work()
      } finally {
        patient--
      }
    },
    async stop() {
      stopping.abort()
      await relaunching
      if (child) await end(child)
    },
  }
}

function start(dataDir: string): Promise<{ child: ChildProcess; socketFolder: string }> {
  return new Promise((resolve, reject) => {
    const child = fork(join(PROJECT_ROOT, 'dist/server/embedded.js'), [dataDir], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    })
    const tooLate = setTimeout(() => child.kill('SIGKILL'), START_WITHIN_MS)
    child.once('message', (message: FromEmbedded) => {
      clearTimeout(tooLate)
      if (message === 'pong') return
      if (message.ready) resolve({ child, socketFolder: dirname(message.socket) })
      else reject(message.refused ? new DataInUseError(message.reason) : new Error(message.reason))
    })
    // Kept on: a message that cannot be sent to a dying process must not end this one.
    child.on('error', reject)
    child.once('exit', (code) => {
      clearTimeout(tooLate)
      reject(new Error(`The embedded database ended with code ${code} before it was ready`))
    })
  })
}

/** Asks whether it still lives, apart from the one connection, which may be in the middle of anything. */
function killWhenSilent(child: ChildProcess, everyMs: number, isPatient: () => boolean): void {
  let unanswered = 0
  child.on('message', () => (unanswered = 0))
  const timer = setInterval(() => {
    if (isPatient()) unanswered = 0
    if (unanswered >= PINGS_UNANSWERED) child.kill('SIGKILL')
    unanswered++
    if (child.connected) child.send('ping' satisfies ToEmbedded, () => {})
  }, everyMs).unref()
  child.once('exit', () => clearInterval(timer))
}

async function end(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const tooLate = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  if (child.connected) child.send('stop' satisfies ToEmbedded, () => {})
  await gone
  clearTimeout(tooLate)
}

async function waitForLock<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const until = Date.now() + LOCK_PATIENCE_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DataInUseError) || Date.now() > until) throw error
      // Unevenly, so that two that withdrew before each other do not meet again.
      await sleep(250 + Math.random() * 500)
    }
  }
}

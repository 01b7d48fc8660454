import { type ChildProcess, fork } from 'node:child_process'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { DataInUseError } from './data-lock.ts'
import { EMBEDDED_PROGRAM } from './embedded-program.ts'
import type { MessageFromEmbedded, MessageToEmbedded } from './messages.ts'

const MIN_RESTART_DELAY_MS = 100
const MAX_RESTART_DELAY_MS = 5_000
/** After this long, an exit is not a repetition of the previous crash. */
const STABLE_AFTER_MS = 60_000
/** Recovery from a long write-ahead log takes time. */
const START_TIMEOUT_MS = 120_000
const STOP_TIMEOUT_MS = 10_000
/** A killed process may hold the lock for a moment. */
const LOCK_TIMEOUT_MS = 3_000
/** Pings are counted rather than timed, so that a sleeping machine is not taken for a dead process. */
const PING_INTERVAL_MS = 5_000
const MAX_MISSED_PINGS = 3

export interface EmbeddedDatabase {
  /** The folder for pg's `host`. Null while the process is down. */
  socketFolder(): string | null
  pid(): number | undefined
  /** For work whose statements block the database for long, such as a migration. */
  runWithoutWatchdog<Result>(work: () => Promise<Result>): Promise<Result>
  isWatchdogPaused(): boolean
  stop(): Promise<void>
}

// V8 compiles a function once more, for speed, after so many bytes of it have run. Its default of Node 20 takes a quarter
// of a second of processor time at each start for functions that are seldom needed (decision record 65).
const COMPILE_AFTER_BYTES = { lasting: 20_000_000, temporary: 200_000_000 }

interface EmbeddedOptions {
  /** Does without fsync, for a database that nobody keeps. */
  isTemporary?: boolean | undefined
  pingIntervalMs?: number
}

/** Restarts the process whenever it exits or stops answering. */
export async function startEmbedded(
  dataDir: string,
  { isTemporary = false, pingIntervalMs = PING_INTERVAL_MS }: EmbeddedOptions = {},
): Promise<EmbeddedDatabase> {
  let child: ChildProcess | undefined
  let socketFolder: string | null = null
  let watchdogPauses = 0
  let restartDelayMs = MIN_RESTART_DELAY_MS
  let relaunching: Promise<void> | undefined
  const stopping = new AbortController()

  async function launch(): Promise<void> {
    const started = await waitForLock(() => spawnChild(dataDir, isTemporary))
    const startedAt = Date.now()
    child = started.child
    socketFolder = started.socketFolder
    child.once('exit', () => {
      child = undefined
      socketFolder = null
      if (Date.now() - startedAt > STABLE_AFTER_MS) restartDelayMs = MIN_RESTART_DELAY_MS
      if (!stopping.signal.aborted) relaunching = relaunch()
    })
    startWatchdog(child, pingIntervalMs, () => watchdogPauses > 0)
  }

  async function relaunch(): Promise<void> {
    while (!stopping.signal.aborted && !child) {
      await sleep(restartDelayMs, undefined, { signal: stopping.signal }).catch(() => null)
      if (stopping.signal.aborted) return
      restartDelayMs = Math.min(2 * restartDelayMs, MAX_RESTART_DELAY_MS)
      await launch().catch((error: unknown) =>
        process.stderr.write(`The embedded database could not be restarted: ${String(error)}\n`),
      )
    }
  }

  await launch()
  return {
    socketFolder: () => socketFolder,
    pid: () => child?.pid,
    isWatchdogPaused: () => watchdogPauses > 0,
    async runWithoutWatchdog(work) {
      watchdogPauses++
      try {
        return await work()
      } finally {
        watchdogPauses--
      }
    },
    async stop() {
      stopping.abort()
      await relaunching
      if (child) await stopChild(child)
    },
  }
}

function spawnChild(dataDir: string, isTemporary: boolean): Promise<{ child: ChildProcess; socketFolder: string }> {
  return new Promise((resolve, reject) => {
    const compileAfterBytes = COMPILE_AFTER_BYTES[isTemporary ? 'temporary' : 'lasting']
    const child = fork(EMBEDDED_PROGRAM, [dataDir, ...(isTemporary ? ['temporary'] : [])], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // Room for short-lived objects, in MB. It holds few, and V8 would take 16.
      execArgv: ['--max-semi-space-size=2', `--wasm-tiering-budget=${compileAfterBytes}`],
    })
    const timeout = setTimeout(() => child.kill('SIGKILL'), START_TIMEOUT_MS)
    child.once('message', (message: MessageFromEmbedded) => {
      clearTimeout(timeout)
      if (message === 'pong') return
      if (message.ready) resolve({ child, socketFolder: dirname(message.socket) })
      else reject(message.isDataInUse ? new DataInUseError(message.reason) : new Error(message.reason))
    })
    // Stays registered: a message to a dying process must not crash this one.
    child.on('error', reject)
    child.once('exit', (code) => {
      clearTimeout(timeout)
      reject(new Error(`The embedded database exited with code ${code} before it was ready`))
    })
  })
}

/** Uses the IPC channel, because the only database connection may be busy. */
function startWatchdog(child: ChildProcess, intervalMs: number, isPaused: () => boolean): void {
  let missedPings = 0
  child.on('message', () => (missedPings = 0))
  const timer = setInterval(() => {
    if (isPaused()) missedPings = 0
    if (missedPings >= MAX_MISSED_PINGS) child.kill('SIGKILL')
    missedPings++
    if (child.connected) child.send('ping' satisfies MessageToEmbedded, () => {})
  }, intervalMs).unref()
  child.once('exit', () => clearInterval(timer))
}

async function stopChild(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once('exit', resolve))
  const timeout = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS)
  if (child.connected) child.send('stop' satisfies MessageToEmbedded, () => {})
  await exited
  clearTimeout(timeout)
}

async function waitForLock<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const until = Date.now() + LOCK_TIMEOUT_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DataInUseError) || Date.now() > until) throw error
      // Random, so that two processes that both gave up do not collide again.
      await sleep(250 + Math.random() * 500)
    }
  }
}

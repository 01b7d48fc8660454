import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import { PROJECT_ROOT } from '#server/project-root.ts'
import { DataInUseError } from './data-lock.ts'
import type { FromEmbedded, ToEmbedded } from './embedded-messages.ts'

const LONGEST_PAUSE_MS = 5_000
const STOP_WITHIN_MS = 10_000
/** A process that was killed may take a moment to let go of the data; its successor waits that long. */
const LOCK_PATIENCE_MS = 3_000

export interface Embedded {
  /** Where it listens now: a folder for pg's `host`. Null while it is down. */
  socketFolder(): string | null
  /** Kills a process that no longer answers; a new one is started. */
  replace(): void
  pid(): number | undefined
  stop(): Promise<void>
}

/** Starts the embedded database's process, and again whenever it dies. */
export async function startEmbedded(dataDir: string): Promise<Embedded> {
  let child: ChildProcess | undefined
  let socketFolder: string | null = null
  let stopping = false

  async function launch(): Promise<void> {
    const started = await waitForLock(() => start(dataDir))
    child = started.child
    socketFolder = started.socketFolder
    child.once('exit', () => {
      child = undefined
      socketFolder = null
      if (!stopping) void relaunch()
    })
  }

  async function relaunch(): Promise<void> {
    for (let pauseMs = 100; !stopping && !child; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
      await launch().catch(() => null)
    }
  }

  await launch()
  return {
    socketFolder: () => socketFolder,
    pid: () => child?.pid,
    replace: () => child?.kill('SIGKILL'),
    async stop() {
      stopping = true
      const last = child
      if (!last) return
      const gone = new Promise((resolve) => last.once('exit', resolve))
      last.send('stop' satisfies ToEmbedded)
      const tooLate = setTimeout(() => last.kill('SIGKILL'), STOP_WITHIN_MS)
      await gone
      clearTimeout(tooLate)
    },
  }
}

function start(dataDir: string): Promise<{ child: ChildProcess; socketFolder: string }> {
  return new Promise((resolve, reject) => {
    const child = fork(join(PROJECT_ROOT, 'dist/server/embedded.js'), [dataDir], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: [],
    })
    child.once('message', (message: FromEmbedded) => {
      if (message.ready) resolve({ child, socketFolder: message.socket.slice(0, message.socket.lastIndexOf('/')) })
      else reject(message.refused ? new DataInUseError(message.reason) : new Error(message.reason))
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`The embedded database ended with code ${code} before it was ready`)))
  })
}

async function waitForLock<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const until = Date.now() + LOCK_PATIENCE_MS
  for (;;) {
    try {
      return await attempt()
    } catch (error) {
      if (!(error instanceof DataInUseError) || Date.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
  }
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readlinkSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'
import { findFreePort } from '../../src/server/testing/find-free-port.ts'
import { getProcessorMs, killProcessTree, listProcessTree } from './process-tree.ts'

interface ProductOptions {
  dataDir: string
  settings?: Record<string, string>
  /** A program and its arguments that run the product, such as strace. */
  wrapper?: string[]
  /** Of node, such as --inspect. */
  nodeOptions?: string[]
  /** Receives what the product writes to its outputs. */
  onOutput?: (text: string) => void
}

export interface RunningProduct {
  url: string
  child: ChildProcess
  /** Milliseconds from starting the process to the first ready answer. */
  startMs: number
  /** The processor time of it, which a busy machine does not lengthen. */
  startProcessorMs: number
  isRunning(): boolean
  /** SIGTERM, and the wait for the end. */
  stop(): Promise<void>
  /** kill -9 of every process of it. */
  kill(): Promise<void>
}

const READY_WITHIN_MS = 180_000
const POLL_MS = 20

/** The built product as `npm start` runs it, without its throttles and demo content unless the settings say so. */
export async function startProduct(options: ProductOptions): Promise<RunningProduct> {
  const { child, url } = await spawnProduct(options)
  const startedAt = performance.now()
  await waitUntilReady(url, child, startedAt + READY_WITHIN_MS)
  const startMs = performance.now() - startedAt
  return { url, child, startMs, startProcessorMs: getProcessorMs(child.pid ?? 0), ...createControls(child) }
}

export async function spawnProduct({ dataDir, settings, wrapper = [], nodeOptions = [], onOutput }: ProductOptions) {
  const port = await findFreePort()
  const { DATABASE_URL: _, npm_lifecycle_event: _npm, ...inherited } = process.env
  const [program = process.execPath, ...args] = [
    ...wrapper,
    process.execPath,
    ...nodeOptions,
    join(PROJECT_ROOT, 'scripts/start.mjs'),
  ]
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...inherited,
      NODE_ENV: 'production',
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      DEMO: 'off',
      THROTTLE: 'off',
      PAYMENTS: 'test',
      LOG_LEVEL: 'error',
      ...settings,
    },
  })
  for (const output of [child.stdout, child.stderr]) output.on('data', (data) => onOutput?.(String(data)))
  return { child, url: `http://localhost:${port}` }
}

export function createControls(child: ChildProcess): Pick<RunningProduct, 'isRunning' | 'stop' | 'kill'> {
  const isRunning = () => child.exitCode === null && child.signalCode === null
  const end = async (send: () => void) => {
    if (!isRunning()) return
    const exited = once(child, 'exit')
    send()
    await exited
  }
  return {
    isRunning,
    stop: () => end(() => process.kill(findServer(child.pid ?? 0), 'SIGTERM')),
    kill: () => end(() => killProcessTree(child.pid ?? 0)),
  }
}

/** A wrapper keeps signals to itself, so the server behind it gets them. */
function findServer(root: number): number {
  const isNode = (pid: number) => readlinkSync(`/proc/${pid}/exe`) === realpathSync(process.execPath)
  return listProcessTree(root).find(isNode) ?? root
}

async function waitUntilReady(url: string, child: ChildProcess, deadline: number): Promise<void> {
  for (;;) {
    const isReady = await fetch(`${url}/readyz`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    if (child.exitCode !== null) throw new Error(`The product ended with code ${child.exitCode} before it was ready`)
    if (performance.now() > deadline) throw new Error('The product was not ready in time')
    await sleep(POLL_MS)
  }
}

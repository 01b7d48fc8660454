import type { ChildProcess } from 'node:child_process'
import { readlinkSync, realpathSync } from 'node:fs'
import { findFreePort } from '../../src/server/testing/network/find-free-port.ts'
import {
  endProcess,
  isRunning,
  spawnProductProcess,
  waitForProduct,
} from '../../src/server/testing/processes/product-process.ts'
import { killProcessTree, listProcessTree } from './process-tree.ts'

interface ProductOptions extends NonNullable<Parameters<typeof spawnProductProcess>[1]> {
  dataDir: string
  settings?: Record<string, string>
}

export interface RunningProduct {
  url: string
  child: ChildProcess
  /** Milliseconds from starting the process to the first ready answer. */
  startMs: number
  isRunning(): boolean
  /** SIGTERM, and the wait for the end. */
  stop(): Promise<void>
  /** kill -9 of every process of it. */
  kill(): Promise<void>
}

/** The built product as `npm start` runs it, without its throttles and demo content unless the settings say so. */
export async function startProduct(options: ProductOptions): Promise<RunningProduct> {
  let output = ''
  const onOutput = (text: string) => {
    output += text
    options.onOutput?.(text)
  }
  const { child, url } = await spawnProduct({ ...options, onOutput })
  const startedAt = performance.now()
  await waitForProduct(url, child, () => output)
  const startMs = performance.now() - startedAt
  return { url, child, startMs, ...createControls(child) }
}

export async function spawnProduct({ dataDir, settings, ...options }: ProductOptions) {
  const port = await findFreePort()
  const own = { NODE_ENV: 'production', PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, THROTTLE: 'off' }
  return { child: spawnProductProcess({ ...own, ...settings }, options), url: `http://localhost:${port}` }
}

export const createControls = (child: ChildProcess): Pick<RunningProduct, 'isRunning' | 'stop' | 'kill'> => ({
  isRunning: () => isRunning(child),
  stop: () => endProcess(child, () => process.kill(findServer(child.pid ?? 0), 'SIGTERM')),
  kill: () => endProcess(child, () => killProcessTree(child.pid ?? 0)),
})

/** A wrapper keeps signals to itself, so the server behind it gets them. */
function findServer(root: number): number {
  const isNode = (pid: number) => readlinkSync(`/proc/${pid}/exe`) === realpathSync(process.execPath)
  return listProcessTree(root).find(isNode) ?? root
}

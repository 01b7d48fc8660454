import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'
import { findFreePort } from '../../src/server/testing/network/find-free-port.ts'
import { waitForProduct } from '../../src/server/testing/processes/product-process.ts'

export interface Product {
  url: string
  pid: number
  /** Milliseconds from starting the process to the first ready answer. */
  startMs: number
  stop(): Promise<void>
}

const STOP_WITHIN_MS = 15_000

/** The built product as `npm start` runs it, on this folder, with its throttles off. */
export async function startProduct(dataDir: string, settings: Record<string, string> = {}): Promise<Product> {
  const port = await findFreePort()
  const { DATABASE_URL: _, ...inherited } = process.env
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'scripts/start.mjs')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...inherited,
      ...{ PORT: String(port), DATA_DIR: dataDir, DEMO: 'off', THROTTLE: 'off', PAYMENTS: 'test', ...settings },
    },
  })
  const url = `http://127.0.0.1:${port}`
  await waitForProduct(url, child)
  return { url, pid: child.pid ?? 0, startMs: performance.now() - startedAt, stop: () => stop(child) }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await exited
  clearTimeout(killTimer)
}

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

export interface ProductProcess {
  port: number
  child: ChildProcess
  /** What it has written to its outputs. */
  output(): string
  /** Resolves with the exit code once it has ended. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

interface SpawnOptions {
  /** Of a copy of the product. */
  root?: string
  /** A program and its arguments that run the product, such as strace. */
  wrapper?: string[]
  /** Of node, such as --inspect. */
  nodeOptions?: string[]
  /** Receives what the product writes to its outputs. */
  onOutput?: (text: string) => void
}

/** Below the tests' own limits, so that what it printed is in the failure. */
const READY_WITHIN_MS = 120_000
const POLL_MS = 20

/** A process of the built product, ready for requests. */
export async function startProductProcess(
  settings: Record<string, string> & { PORT: string },
): Promise<ProductProcess> {
  let output = ''
  const child = spawnProductProcess(settings, { onOutput: (text) => (output += text) })
  const port = Number(settings.PORT)
  await waitForProduct(`http://127.0.0.1:${port}`, child, () => output)
  return {
    ...{ port, child, output: () => output },
    async end(signal) {
      await endProcess(child, () => child.kill(signal))
      return child.exitCode
    },
  }
}

/** As `npm start` runs it, without the demo content unless the settings say so. */
export function spawnProductProcess(
  settings: Record<string, string>,
  { root = PROJECT_ROOT, wrapper = [], nodeOptions = [], onOutput }: SpawnOptions = {},
): ChildProcess {
  const { DATABASE_URL: _, npm_lifecycle_event: _npm, ...inherited } = process.env
  const command = [...wrapper, process.execPath, ...nodeOptions, join(root, 'scripts/start.mjs')]
  const [program = process.execPath, ...args] = command
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, DEMO: 'off', PAYMENTS: 'test', LOG_LEVEL: 'error', ...settings },
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => onOutput?.(String(data)))
  return child
}

/** @param getOutput what it has printed, for the error */
export async function waitForProduct(url: string, child: ChildProcess, getOutput = () => ''): Promise<void> {
  const deadline = performance.now() + READY_WITHIN_MS
  while (!(await isReady(url))) {
    if (!isRunning(child))
      throw new Error(`The product ended (${child.exitCode ?? child.signalCode}) before it was ready: ${getOutput()}`)
    if (performance.now() > deadline) throw new Error(`The product was not ready in time: ${getOutput()}`)
    await sleep(POLL_MS)
  }
}

const isReady = (url: string) =>
  fetch(`${url}/readyz`).then(
    (response) => response.ok,
    () => false,
  )

export const isRunning = (child: ChildProcess) => child.exitCode === null && child.signalCode === null

/** Resolves when the process has ended; at once if it has already. */
export async function endProcess(child: ChildProcess, send: () => void): Promise<void> {
  if (!isRunning(child)) return
  const exited = once(child, 'exit')
  send()
  await exited
}

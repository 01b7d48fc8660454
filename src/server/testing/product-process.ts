import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'

export interface ProductProcess {
  port: number
  child: ChildProcess
  /** What it has written to its outputs. */
  output(): string
  /** Resolves with the exit code once it has ended. */
  end(signal: NodeJS.Signals): Promise<number | null>
}

const READY_WITHIN_MS = 60_000

/** A process of the built product, ready for requests. */
export async function startProductProcess(
  settings: Record<string, string> & { PORT: string },
): Promise<ProductProcess> {
  const { npm_lifecycle_event: _, ...inherited } = process.env
  const child = spawn(process.execPath, [join(PROJECT_ROOT, 'scripts/start.mjs')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...inherited, DEMO: 'off', PAYMENTS: 'test', LOG_LEVEL: 'error', ...settings },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
  const port = Number(settings.PORT)
  const deadline = Date.now() + READY_WITHIN_MS
  while (!(await isReady(port))) {
    if (child.exitCode !== null) throw new Error(`The product ended with code ${child.exitCode}: ${output}`)
    if (Date.now() > deadline) throw new Error(`The product was not ready in time: ${output}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return {
    port,
    child,
    output: () => output,
    async end(signal) {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      const exited = once(child, 'exit')
      child.kill(signal)
      await exited
      return child.exitCode
    },
  }
}

const isReady = (port: number) =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    (response) => response.ok,
    () => false,
  )

import type { FastifyInstance } from 'fastify'
import type { RunWithServices } from './background-write.ts'
import type { Services } from './services.ts'

export interface Job {
  work: (services: Services) => Promise<unknown>
  intervalMs: number
  /** What the log says of a failed run. */
  problem: string
}

/** Runs each job at the start and then at its interval, one run after the other. Closing waits for the current one. */
export function registerJobs(app: FastifyInstance, runWithServices: RunWithServices, jobs: readonly Job[]): void {
  for (const { work, intervalMs, problem } of jobs) {
    let current: Promise<unknown> | undefined
    let timer: NodeJS.Timeout | undefined
    const run = () => {
      current ??= runWithServices(work)
        .catch((error: unknown) => app.log.warn({ err: error }, problem))
        .finally(() => (current = undefined))
    }
    app.addHook('onReady', async () => {
      run()
      timer = setInterval(run, intervalMs).unref()
    })
    app.addHook('onClose', async () => {
      clearInterval(timer)
      await current
    })
  }
}

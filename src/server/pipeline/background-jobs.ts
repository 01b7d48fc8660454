import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { reportError } from '#server/platform/log/report-error.ts'
import { createRequestId, withRequestId } from '#server/platform/log/request-id.ts'
import type { RunWithServices } from './background-write.ts'
import type { Services } from './services.ts'

export interface Job {
  /** @param stopping once it is aborted, the server waits for the run's end */
  work: (services: Services, stopping: AbortSignal) => Promise<unknown>
  intervalMs: number
  /** By default 0. */
  firstRunDelayMs?: number
  /** What the log says of a failed run. */
  problem: string
}

/** What fails is logged, and never rejects. Its queries and emails carry an id of its own. */
export function runJob(log: FastifyBaseLogger, problem: string, work: () => Promise<unknown>): Promise<unknown> {
  return withRequestId(createRequestId(), () =>
    work().catch((error: unknown) => {
      log.warn({ err: error }, problem)
      reportError(error, problem)
    }),
  )
}

/** Runs each job after the start and then at its interval, one run after the other. Closing waits for the current one. */
export function registerJobs(app: FastifyInstance, runWithServices: RunWithServices, jobs: readonly Job[]): void {
  const stopping = new AbortController()
  app.addHook('preClose', async () => stopping.abort())
  for (const { work, intervalMs, firstRunDelayMs = 0, problem } of jobs) {
    let current: Promise<unknown> | undefined
    let firstRun: NodeJS.Timeout | undefined
    let timer: NodeJS.Timeout | undefined
    const run = () => {
      const runWork = () => runWithServices((services) => work(services, stopping.signal))
      current ??= runJob(app.log, problem, runWork).finally(() => (current = undefined))
    }
    app.addHook('onReady', async () => {
      if (firstRunDelayMs === 0) run()
      else firstRun = setTimeout(run, firstRunDelayMs).unref()
      timer = setInterval(run, intervalMs).unref()
    })
    app.addHook('onClose', async () => {
      clearTimeout(firstRun)
      clearInterval(timer)
      await current
    })
  }
}

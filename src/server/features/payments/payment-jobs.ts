import type { FastifyInstance } from 'fastify'
import { runDueRefunds } from '#server/features/orders/refunds/run-refund.ts'
import { type Job, registerJobs } from '#server/pipeline/background-jobs.ts'
import type { RunWithServices } from '#server/pipeline/background-write.ts'
import type { Payments } from '#server/platform/payments/provider.ts'
import { reconcileOrders, settleTestOrders } from './reconcile-orders.ts'
import { createWarn } from '#server/platform/log/create-warn.ts'

const RECONCILE_INTERVAL_MS = 3_600_000
const REFUND_INTERVAL_MS = 60_000
const TEST_INTERVAL_MS = 2_000

interface JobDeps {
  runWithServices: RunWithServices
  payments: Pick<Payments, 'providers'>
}

/**
 * Runs in every server process, from its start on because orders may be left from before it; what one process has done
 * the others find done.
 */
export function registerPaymentJobs(app: FastifyInstance, { runWithServices, payments }: JobDeps): void {
  const warn = createWarn(app.log, 'a payment job')
  const jobs: Job[] = [
    {
      work: (services, stopping) => reconcileOrders(services, warn, stopping),
      intervalMs: RECONCILE_INTERVAL_MS,
      problem: 'orders were not reconciled',
    },
    { work: runDueRefunds, intervalMs: REFUND_INTERVAL_MS, problem: 'refunds were not tried again' },
  ]
  if (payments.providers.some(({ name }) => name === 'test'))
    jobs.push({
      work: (services) => settleTestOrders(services, warn),
      intervalMs: TEST_INTERVAL_MS,
      problem: 'test orders were not settled',
    })
  registerJobs(app, runWithServices, jobs)
}

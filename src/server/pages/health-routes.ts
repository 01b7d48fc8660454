import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { isDraining } from '#server/http/draining.ts'
import { closesPort } from '#server/http/pool-stop.ts'
import { countVisitorRead } from '#server/pipeline/traffic.ts'
import type { Database } from '#server/platform/db/connect.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'

/** However often it is asked, the database is asked once in this time. */
const READY_MAX_AGE_MS = 1_000

/**
 * `/healthz` answers while the process runs, `/readyz` while its port should get requests: no stop is about to close it, and
 * the database takes writes.
 */
export function registerHealthRoutes(
  app: FastifyInstance,
  { isReady }: Pick<Database, 'isReady'>,
  throttles: Throttles,
): void {
  let checkedAt = -Infinity
  let ready = Promise.resolve(false)
  app.get('/healthz', async () => ({ status: true, msg: 'alive' }))
  app.get('/readyz', { onRequest: countVisitorRead(throttles) }, async () => {
    if (isDraining(app) && closesPort()) throw new AppError('not_ready', { text: 'The process is stopping' })
    if (performance.now() - checkedAt > READY_MAX_AGE_MS) {
      checkedAt = performance.now()
      ready = isReady()
    }
    if (!(await ready)) throw new AppError('not_ready', { text: 'The database does not answer or takes no writes' })
    return { status: true, msg: 'ready' }
  })
}

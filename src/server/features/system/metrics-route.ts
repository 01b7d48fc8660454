import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { AppError } from '#contract/errors.ts'
import { countVisitorRead } from '#server/pipeline/traffic.ts'
import type { Metrics } from '#server/platform/metrics/metrics.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'

interface MetricsRouteDeps {
  metrics: Pick<Metrics, 'print' | 'contentType'>
  token: string
  throttles: Throttles
}

/** For Prometheus, which sends the token as `Authorization: Bearer`. */
export function registerMetricsRoute(app: FastifyInstance, { metrics, token, throttles }: MetricsRouteDeps): void {
  const expected = toDigest(token)
  app.get('/metrics', { onRequest: countVisitorRead(throttles) }, async ({ headers }, reply) => {
    const [, given = ''] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? []
    // Of digests, which have one length.
    if (!timingSafeEqual(toDigest(given), expected)) {
      reply.header('www-authenticate', 'Bearer')
      throw new AppError('not_signed_in', { text: 'The token is missing or wrong' })
    }
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.print())
  })
}

const toDigest = (text: string) => hash('sha256', text, 'buffer')

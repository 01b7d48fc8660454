import type { FastifyInstance } from 'fastify'
import { paths } from '#contract/paths.ts'
import type { RunWithServices } from '#server/pipeline/background-write.ts'
import { withTimeout } from '#server/pipeline/with-timeout.ts'
import type { Payments } from '#server/platform/payments/provider.ts'
import { applyPaymentEvent } from './apply-payment-event.ts'

const MAX_EVENT_BYTES = 256 * 1024

interface WebhookRouteDeps {
  payments: Pick<Payments, 'getProvider'>
  runWithServices: RunWithServices
}

/**
 * Where Stripe reports payments. The signature is the only admission: no session, no throttle, and also in maintenance,
 * because a payment is not asked whether it suits us. Any other answer than 2xx makes Stripe send the event again for
 * three days.
 */
export async function registerWebhookRoute(
  app: FastifyInstance,
  { payments, runWithServices }: WebhookRouteDeps,
): Promise<void> {
  await app.register(async (scope) => {
    // Before the body is read.
    scope.addHook('onRequest', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      payments.getProvider('stripe')
    })
    scope.removeAllContentTypeParsers()
    // The signature covers the bytes as they came.
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_EVENT_BYTES }, (_request, body, done) =>
      done(null, body),
    )
    scope.post(paths.stripeWebhook, async ({ body, headers, log }) => {
      const provider = payments.getProvider('stripe')
      const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0)
      await withTimeout(
        (async () => {
          const event = await provider.parseWebhook?.(bytes, headers)
          if (!event) return log.debug('a payment event is of no interest')
          const { id, type } = event
          if (event.orderId === null) {
            const { orderNumber } = event
            return log.warn(
              { event: id, type, orderNumber },
              'a payment event names an order that is not in this database',
            )
          }
          await runWithServices((services) => applyPaymentEvent(services, provider, event))
          log.info({ event: id, type, order: event.orderId }, 'payment event')
        })(),
      )
      return { status: true, msg: 'Received' }
    })
  })
}

import type Stripe from 'stripe'
import type { StripeSettings } from '#server/settings/payment-env.ts'

export type { Stripe }

/** A call ends, with its one repetition, before the server answers `busy` (with-timeout.ts). */
const CALL_TIMEOUT_MS = 4_000

/** The package takes some megabytes of memory, so it is loaded with the first payment. */
export function createStripeClient({ secretKey, apiUrl }: StripeSettings): () => Promise<Stripe> {
  let client: Promise<Stripe> | undefined
  return () => (client ??= connect(secretKey, apiUrl))
}

async function connect(secretKey: string, apiUrl: string | undefined): Promise<Stripe> {
  const { default: StripeClient } = await import('stripe')
  return new StripeClient(secretKey, {
    timeout: CALL_TIMEOUT_MS,
    // With the idempotency keys a repeated call does nothing twice.
    maxNetworkRetries: 1,
    telemetry: false,
    ...(apiUrl !== undefined && toAddress(apiUrl)),
  })
}

function toAddress(apiUrl: string) {
  const { hostname, port, protocol } = new URL(apiUrl)
  const isHttp = protocol === 'http:'
  return {
    host: hostname,
    port: port || (isHttp ? 80 : 443),
    protocol: isHttp ? ('http' as const) : ('https' as const),
  }
}

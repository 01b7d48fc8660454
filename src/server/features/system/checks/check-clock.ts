import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import type { Env } from '#server/env.ts'
import { type LocalTarget, ok, warning } from './check.ts'

const FINDING = { code: 'clock', area: 'server', title: 'Clock' } as const
const MAX_DIFFERENCE_MS = 2_000
/** An answer's date has whole seconds. */
const MAX_DATE_DIFFERENCE_MS = 5_000
const TIMEOUT_MS = 3_000
const STRIPE_URL = 'https://api.stripe.com'

/** @param differenceMs of the other clock from this machine's */
export function compareClocks(differenceMs: number, other: string, maxMs = MAX_DIFFERENCE_MS): SystemCheck {
  if (Math.abs(differenceMs) <= maxMs) return ok(FINDING, `Agrees with ${other}.`)
  const seconds = (Math.abs(differenceMs) / 1_000).toFixed(0)
  const direction = differenceMs > 0 ? 'behind' : 'ahead of'
  return warning(
    FINDING,
    `This machine’s clock is ${seconds} seconds ${direction} that of ${other}. Turn on time synchronization (NTP): codes, sessions and payments depend on it.`,
  )
}

/** Asks a service that this site uses anyway, because the embedded database has this machine's clock. */
export async function checkClock({ env }: Pick<LocalTarget, 'env'>): Promise<SystemCheck[]> {
  const url = getKnownService(env)
  if (url === undefined) return []
  try {
    const sentAt = Date.now()
    const { headers } = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const date = Date.parse(headers.get('date') ?? '')
    if (Number.isNaN(date)) return []
    const difference = date + 500 - (sentAt + Date.now()) / 2
    return [{ ...compareClocks(difference, new URL(url).hostname, MAX_DATE_DIFFERENCE_MS), code: 'network_clock' }]
  } catch {
    // Sign-in and payments say themselves that they cannot reach it.
    return []
  }
}

const getKnownService = ({ google, payments }: Pick<Env, 'google' | 'payments'>): string | undefined =>
  google?.issuer ?? (payments.stripe && (payments.stripe.apiUrl ?? STRIPE_URL))

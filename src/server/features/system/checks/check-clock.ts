import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import type { Env } from '#server/env.ts'
import { type LocalTarget, ok, warning } from './check.ts'

const FINDING = { code: 'clock', area: 'server', title: 'Clock' } as const
const SYSTEM_FINDING = { ...FINDING, code: 'system_clock' } as const
const ADVICE = 'Turn on time synchronization (NTP): codes, sessions and payments depend on it.'
const MAX_DIFFERENCE_MS = 2_000
/** An answer's date has whole seconds. */
const MAX_DATE_DIFFERENCE_MS = 5_000
const TIMEOUT_MS = 3_000
/** systemd starts the service that answers. */
const SYSTEM_TIMEOUT_MS = 2_000
const STRIPE_URL = 'https://api.stripe.com'

/** @param differenceMs of the other clock from this machine's */
export function compareClocks(differenceMs: number, other: string, maxMs = MAX_DIFFERENCE_MS): SystemCheck {
  if (Math.abs(differenceMs) <= maxMs) return ok(FINDING, `Agrees with ${other}.`)
  const seconds = (Math.abs(differenceMs) / 1_000).toFixed(0)
  const direction = differenceMs > 0 ? 'behind' : 'ahead of'
  return warning(FINDING, `This machine’s clock is ${seconds} seconds ${direction} that of ${other}. ${ADVICE}`)
}

/**
 * Asks a service that this site uses anyway, because the embedded database has this machine's clock; otherwise whether the
 * system keeps its clock.
 */
export async function checkClock(
  { env }: Pick<LocalTarget, 'env'>,
  readSynchronized = readNtpSynchronized,
): Promise<SystemCheck[]> {
  const compared = await compareWithService(getKnownService(env))
  if (compared) return [{ ...compared, code: 'network_clock' }]
  const synchronized = (await readSynchronized().catch(() => '')).trim()
  if (synchronized === 'yes') return [ok(SYSTEM_FINDING, 'This machine synchronizes it.')]
  if (synchronized === 'no') return [warning(SYSTEM_FINDING, `This machine does not synchronize its clock. ${ADVICE}`)]
  // The check of the database compares it with that one.
  return env.databaseUrl === undefined ? [ok(SYSTEM_FINDING, 'Not compared: no other clock is known.')] : []
}

/** Null when it cannot be reached: sign-in and payments say that themselves. */
async function compareWithService(url: string | undefined): Promise<SystemCheck | null> {
  if (url === undefined) return null
  try {
    const sentAt = Date.now()
    const { headers } = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(TIMEOUT_MS) })
    const date = Date.parse(headers.get('date') ?? '')
    if (Number.isNaN(date)) return null
    const difference = date + 500 - (sentAt + Date.now()) / 2
    return compareClocks(difference, new URL(url).hostname, MAX_DATE_DIFFERENCE_MS)
  } catch {
    return null
  }
}

/** What systemd says: `yes` or `no`. Rejects where it is absent. */
async function readNtpSynchronized(): Promise<string> {
  const { stdout } = await promisify(execFile)('timedatectl', ['show', '-p', 'NTPSynchronized', '--value'], {
    timeout: SYSTEM_TIMEOUT_MS,
  })
  return stdout
}

const getKnownService = ({ google, payments }: Pick<Env, 'google' | 'payments'>): string | undefined =>
  google?.issuer ?? (payments.stripe && (payments.stripe.apiUrl ?? STRIPE_URL))

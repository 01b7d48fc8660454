import { isIP } from 'node:net'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { LIMITS } from '#contract/limits.ts'
import { email } from '#contract/schemas/fields.ts'
import { observeSettings } from './settings/observe-env.ts'
import { availabilitySettings, findAvailabilityProblem, toAvailabilityEnv } from './settings/availability-env.ts'
import { findPaymentProblem, paymentSettings, toPaymentEnv } from './settings/payment-env.ts'
import { findStorageProblem, storageSettings, toStorageEnv } from './settings/storage-env.ts'
import { securitySettings, toSecurityEnv } from './settings/security-env.ts'
import { hasProtocol, onOff, postgresUrl, text, wholeNumber } from './settings/setting-types.ts'

/** A bad setting, as one sentence that names it. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

const PROXY_COUNT = /^[1-9]\d?$/
const toList = (value: string) => value.split(',').map((part) => part.trim())

/** Every setting; the README has the same table. */
const settings = z.object({
  PORT: z._default(wholeNumber('PORT', 0, 65_535), 3000),
  HOST: z.optional(
    text(
      'HOST must be an IP address or a host name',
      (value) => isIP(value) !== 0 || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(value),
    ),
  ),
  PUBLIC_URL: z.optional(
    z.pipe(
      text('PUBLIC_URL must be an address such as https://learn.example.org, without a path', isOrigin),
      z.transform((value) => new URL(value).origin),
    ),
  ),
  DATA_DIR: z._default(z.string(), 'data'),
  DATABASE_URL: z.optional(postgresUrl('DATABASE_URL')),
  ADMIN_EMAIL: z._default(z.pipe(text('ADMIN_EMAIL must be an email address', isEmail), email), 'admin@localhost.test'),
  ADMIN_PASSWORD: z.optional(
    text(
      `ADMIN_PASSWORD must have ${LIMITS.passwordMin} to ${LIMITS.passwordMax} characters`,
      ({ length }) => length >= LIMITS.passwordMin && length <= LIMITS.passwordMax,
    ),
  ),
  DEMO: z.optional(onOff('DEMO')),
  SMTP_URL: z.optional(
    text(
      'SMTP_URL must be an address such as smtps://user:password@mail.example.org:465',
      (value) => hasProtocol(value, /^smtps?:$/) && new URL(value).hostname !== '',
    ),
  ),
  MAIL_FROM: z.optional(
    text(
      'MAIL_FROM must be an email address, or a name with one: Learn Lantern <hello@learn.example.org>',
      (value) => isEmail(/<([^<>]+)>$/.exec(value)?.[1] ?? value) && !/[\r\n]/.test(value),
    ),
  ),
  GOOGLE_CLIENT_ID: z.optional(z.string()),
  GOOGLE_CLIENT_SECRET: z.optional(z.string()),
  GOOGLE_ISSUER: z._default(
    text('GOOGLE_ISSUER must be the https address of an OpenID Connect provider', isIssuer),
    'https://accounts.google.com',
  ),
  THROTTLE: z._default(onOff('THROTTLE'), true),
  /** A school signs up together from one address. */
  SIGNUPS_PER_NETWORK: z._default(wholeNumber('SIGNUPS_PER_NETWORK', 1, 100_000), 100),
  /** How long entries of the audit log are kept. The database refuses to delete them within a year. */
  AUDIT_LOG_DAYS: z._default(wholeNumber('AUDIT_LOG_DAYS', 365, 36_500), 730),
  /** Which proxies' forwarded headers count: none, how many in a row, or their addresses. */
  TRUST_PROXY: z._default(
    z.pipe(
      text(
        'TRUST_PROXY must be off, a number of proxies, or their IP addresses separated by commas',
        (value) => value === 'off' || PROXY_COUNT.test(value) || toList(value).every(isAddressOrRange),
      ),
      z.transform((value): false | number | string[] => {
        if (value === 'off') return false
        return PROXY_COUNT.test(value) ? Number(value) : toList(value)
      }),
    ),
    false,
  ),
  ...availabilitySettings,
  ...securitySettings,
  ...paymentSettings,
  ...storageSettings,
  ...observeSettings,
  LOG_LEVEL: z._default(z.enum(LOG_LEVELS, { error: `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}` }), 'info'),
})

export const SETTING_NAMES = Object.keys(settings.shape)

export type Env = ReturnType<typeof readEnv>

/** An empty setting counts as not set. */
export function readEnv(source: NodeJS.ProcessEnv = process.env) {
  const given = Object.fromEntries(SETTING_NAMES.map((name) => [name, source[name]?.trim() || undefined]))
  const parsed = settings.safeParse(given)
  if (!parsed.success) throw new SettingError(parsed.error.issues.map(({ message }) => message).join('. '))
  const values = parsed.data
  const publicUrl = values.PUBLIC_URL ?? `http://localhost:${values.PORT}`
  const problem = findPaymentProblem(values, publicUrl) ?? findAvailabilityProblem(values) ?? findStorageProblem(values)
  if (problem !== undefined) throw new SettingError(problem)
  return {
    port: values.PORT,
    host: values.HOST ?? (source.NODE_ENV === 'production' ? '0.0.0.0' : '127.0.0.1'),
    publicUrl,
    dataDir: resolve(values.DATA_DIR),
    ...toAvailabilityEnv(values),
    adminEmail: values.ADMIN_EMAIL,
    adminPassword: values.ADMIN_PASSWORD,
    /** Undefined: on for an empty embedded database. Elsewhere than on this machine its known passwords need a clear yes. */
    demo: values.DEMO ?? (isLoopback(publicUrl) ? undefined : false),
    /** Undefined: mails are written into `DATA_DIR/outbox`. */
    smtpUrl: values.SMTP_URL,
    mailFrom: values.MAIL_FROM ?? `Learn Lantern <no-reply@${new URL(publicUrl).hostname}>`,
    /** Undefined: no Google sign-in. */
    google: toGoogleSettings(values),
    throttle: values.THROTTLE,
    signupsPerNetwork: values.SIGNUPS_PER_NETWORK,
    auditLogDays: values.AUDIT_LOG_DAYS,
    trustProxy: values.TRUST_PROXY,
    isProduction: source.NODE_ENV === 'production',
    ...toSecurityEnv(values, values.SMTP_URL),
    payments: toPaymentEnv(values),
    ...toStorageEnv(values, resolve(values.DATA_DIR)),
    logLevel: values.LOG_LEVEL,
    logRequests: values.LOG_REQUESTS,
    /** Undefined: no metrics. */
    metricsToken: values.METRICS_TOKEN,
  }
}

function toGoogleSettings({ GOOGLE_CLIENT_ID, GOOGLE_CLIENT_SECRET, GOOGLE_ISSUER }: z.output<typeof settings>) {
  if (GOOGLE_CLIENT_ID === undefined) return undefined
  if (GOOGLE_CLIENT_SECRET === undefined)
    throw new SettingError('GOOGLE_CLIENT_SECRET must be set beside GOOGLE_CLIENT_ID')
  return { clientId: GOOGLE_CLIENT_ID, clientSecret: GOOGLE_CLIENT_SECRET, issuer: GOOGLE_ISSUER }
}

function isEmail(value: string): boolean {
  return email.safeParse(value).success
}

function isOrigin(value: string): boolean {
  if (!hasProtocol(value, /^https?:$/)) return false
  const { pathname, search, hash, username, password } = new URL(value)
  return pathname === '/' && !search && !hash && !username && !password
}

/** Plain http only on this machine, for tests. */
function isIssuer(value: string): boolean {
  return hasProtocol(value, /^https:$/) || (hasProtocol(value, /^http:$/) && isLoopback(value))
}

/** True for an address that only this machine can reach. */
export function isLoopback(url: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(url).hostname)
}

/** An IP address, or a range such as 10.0.0.0/8. */
function isAddressOrRange(part: string): boolean {
  const [address = '', bits, ...rest] = part.split('/')
  const family = isIP(address)
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  return family !== 0 && isRange && rest.length === 0
}

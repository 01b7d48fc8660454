import { isIP } from 'node:net'
import { isAbsolute, resolve } from 'node:path'
import * as z from 'zod/mini'
import { email } from '#contract/schemas/fields.ts'

/** A setting that cannot be used: one sentence that names it. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const

/** Every setting once (README has the table). An empty one counts as not set. */
export function readEnv(source: NodeJS.ProcessEnv = process.env) {
  const read = <Value>(name: string, fallback: Value, parse: (text: string) => Value): Value => {
    const text = source[name]?.trim()
    return text ? parse(text) : fallback
  }
  const port = read('PORT', 3000, parsePort)
  const isProduction = source.NODE_ENV === 'production'
  const databaseUrl = read('DATABASE_URL', undefined, parsePostgresUrl)
  const publicUrl = read('PUBLIC_URL', `http://localhost:${port}`, parseOrigin)
  return {
    port,
    host: read('HOST', isProduction ? '0.0.0.0' : '127.0.0.1', parseHost),
    publicUrl,
    dataDir: read('DATA_DIR', resolve('data'), (path) => (isAbsolute(path) ? path : resolve(path))),
    databaseUrl,
    adminEmail: read('ADMIN_EMAIL', 'admin@localhost.test', adminEmail),
    adminPassword: read('ADMIN_PASSWORD', undefined, adminPassword),
    /** Undefined: on for an empty embedded database, else off. */
    demo: read('DEMO', undefined, parseOnOff('DEMO')),
    /** Undefined: mails are written into `DATA_DIR/outbox`. */
    smtpUrl: read('SMTP_URL', undefined, smtpUrl),
    mailFrom: read('MAIL_FROM', `Learn Lantern <no-reply@${new URL(publicUrl).hostname}>`, mailFrom),
    /** Undefined: no Google sign-in. */
    google: parseGoogleSettings({
      clientId: read('GOOGLE_CLIENT_ID', undefined, String),
      clientSecret: read('GOOGLE_CLIENT_SECRET', undefined, String),
      issuer: read('GOOGLE_ISSUER', 'https://accounts.google.com', issuer),
    }),
    throttle: read('THROTTLE', true, parseOnOff('THROTTLE')),
    trustProxy: read('TRUST_PROXY', false, parseTrustProxy),
    logLevel: read('LOG_LEVEL', 'info', logLevel),
  }
}

export type Env = ReturnType<typeof readEnv>

function parsePort(text: string): number {
  const port = Number(text)
  if (!/^\d+$/.test(text) || port > 65_535) throw new SettingError('PORT must be a whole number from 0 to 65535')
  return port
}

function parseHost(text: string): string {
  if (isIP(text) || /^[a-z\d]([a-z\d.-]*[a-z\d])?$/i.test(text)) return text
  throw new SettingError('HOST must be an IP address or a host name')
}

function parseOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.pathname !== '/' ||
    url.search ||
    url.hash ||
    url.username ||
    url.password
  ) {
    throw new SettingError('PUBLIC_URL must be an address such as https://learn.example.org, without a path')
  }
  return url.origin
}

function parsePostgresUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^postgres(ql)?:$/.test(url.protocol)) {
    throw new SettingError('DATABASE_URL must be an address such as postgres://user:password@host:5432/name')
  }
  return text
}

function smtpUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  if (!url || !/^smtps?:$/.test(url.protocol) || !url.hostname) {
    throw new SettingError('SMTP_URL must be an address such as smtps://user:password@mail.example.org:465')
  }
  return text
}

function mailFrom(text: string): string {
  const address = /<([^<>]+)>$/.exec(text)?.[1] ?? text
  if (!z.safeParse(email, address).success || /[\r\n]/.test(text)) {
    throw new SettingError(
      'MAIL_FROM must be an e-mail address, or a name with one: Learn Lantern <hello@learn.example.org>',
    )
  }
  return text
}

function issuer(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null
  const isLocal = url?.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (!url || (url.protocol !== 'https:' && !isLocal)) {
    throw new SettingError('GOOGLE_ISSUER must be the https address of an OpenID Connect provider')
  }
  return text
}

function parseGoogleSettings(settings: {
  clientId: string | undefined
  clientSecret: string | undefined
  issuer: string
}) {
  const { clientId, clientSecret } = settings
  if (clientId === undefined) return undefined
  if (clientSecret === undefined) throw new SettingError('GOOGLE_CLIENT_SECRET must be set beside GOOGLE_CLIENT_ID')
  return { clientId, clientSecret, issuer: settings.issuer }
}

function adminEmail(text: string): string {
  const parsed = z.safeParse(email, text)
  if (!parsed.success) throw new SettingError('ADMIN_EMAIL must be an e-mail address')
  return parsed.data
}

function adminPassword(text: string): string {
  if (text.length < 8 || text.length > 256) throw new SettingError('ADMIN_PASSWORD must have 8 to 256 characters')
  return text
}

const parseOnOff =
  (name: string) =>
  (text: string): boolean => {
    if (text !== 'on' && text !== 'off') throw new SettingError(`${name} must be on or off`)
    return text === 'on'
  }

/** Which proxies' forwarded headers count: none, how many in a row, or their addresses. */
function parseTrustProxy(text: string): boolean | number | string[] {
  if (text === 'off') return false
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  const addresses = text.split(',').map((part) => part.trim())
  if (addresses.every(isAddress)) return addresses
  throw new SettingError('TRUST_PROXY must be off, a number of proxies, or their IP addresses separated by commas')
}

/** An IP address, or a range such as 10.0.0.0/8. */
function isAddress(part: string): boolean {
  const [address = '', bits, ...rest] = part.split('/')
  const family = isIP(address)
  const isRange = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
  return family !== 0 && isRange && rest.length === 0
}

function logLevel(text: string): (typeof LOG_LEVELS)[number] {
  const level = LOG_LEVELS.find((name) => name === text)
  if (!level) throw new SettingError(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`)
  return level
}

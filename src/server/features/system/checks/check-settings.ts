import { parseEnv } from 'node:util'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { SETTING_NAMES } from '#server/env.ts'
import { type LocalTarget, ok, warning } from './check.ts'

const NAMES = { code: 'setting_names', area: 'settings', title: 'Names of settings' } as const
const VALUES = { code: 'settings', area: 'settings', title: 'Settings' } as const

const TITLES: Record<string, string> = {
  insecure_url: 'Address without https',
  demo_academy: 'Demo academy',
  throttle_off: 'Rate limits',
  proxy_not_trusted: 'Proxy',
  weak_admin_password: 'Admin password',
  wrong_secret_key: 'Secret key',
  payments_off: 'Payments',
  payments_test: 'Payments',
  payment_instructions: 'Payments',
  stripe_test_key: 'Stripe',
}
/** Another check says more about it. */
const CHECKED_ELSEWHERE = new Set(['low_disk', 'backup_failed'])

/** Node and the tools that start it read these. */
const FOREIGN_NAMES = /^(NODE_|npm_|TZ$|PATH$|HOME$|LANG$|LC_)/
const KNOWN = new Set<string>(SETTING_NAMES)
const toWord = (name: string) => name.split('_', 1)[0] ?? ''
/** In the environment, names such as SMTP_HOST are most likely meant for this product. A login sets MAIL. */
const OWN_WORDS = new Set(['SMTP', 'MAIL', 'TRUST', 'THROTTLE', 'SIGNUPS', 'METRICS', 'BACKUP', 'STRIPE'])
const isOwnName = (name: string) => name.includes('_') && OWN_WORDS.has(toWord(name))

export async function checkSettings(target: LocalTarget): Promise<SystemCheck[]> {
  const warnings = target.warnings.filter(({ code }) => !CHECKED_ELSEWHERE.has(code))
  const found = warnings.map(({ code, text }) =>
    warning(
      { code, area: code === 'proxy_not_trusted' ? 'network' : 'settings', title: TITLES[code] ?? 'Settings' },
      text,
    ),
  )
  return [...(warnings.length > 0 ? found : [ok(VALUES, 'No unsafe combination.')]), checkNames(target)]
}

export function checkNames(target: Pick<LocalTarget, 'environment' | 'envFile'>): SystemCheck {
  const unknown = findUnknownNames(target)
  if (unknown.length === 0) return ok(NAMES, 'All names are known.')
  const sentences = unknown.map((name) => {
    const meant = findMeant(name)
    return meant
      ? `${name} is not a setting: did you mean ${meant}?`
      : `${name} is not a setting. Correct or remove it.`
  })
  return warning(NAMES, sentences.join(' '))
}

export function findUnknownNames({ environment, envFile }: Pick<LocalTarget, 'environment' | 'envFile'>): string[] {
  const inFile = Object.keys(parseEnv(envFile ?? '')).filter((name) => !FOREIGN_NAMES.test(name))
  const inEnvironment = Object.keys(environment).filter((name) => isOwnName(name) || findMeant(name))
  return [...new Set([...inFile, ...inEnvironment])].filter((name) => !KNOWN.has(name)).sort()
}

/** Shorter ones, such as PORT, are one key away from names of other tools. */
const MIN_LENGTH = 5
const toBare = (name: string) => name.replaceAll('_', '').toUpperCase()
const GUESSABLE = SETTING_NAMES.filter((name) => toBare(name).length >= MIN_LENGTH)

/** The setting of which this is a slip of one key. */
function findMeant(name: string): string | undefined {
  return KNOWN.has(name) ? undefined : GUESSABLE.find((setting) => isOneSlipAway(toBare(name), toBare(setting)))
}

/** Equal, or with one key too many, too few, wrong or swapped. */
function isOneSlipAway(a: string, b: string): boolean {
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restA, restB] = [a.slice(start), b.slice(start)]
  return (
    restA.slice(1) === restB.slice(1) ||
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    (restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2))
  )
}

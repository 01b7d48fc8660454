import { parseEnv } from 'node:util'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { SETTING_NAMES } from '#server/env.ts'
import { type CheckTarget, ok, warning } from './check.ts'

const NAMES = { code: 'setting_names', area: 'settings', title: 'Names of settings' } as const
const VALUES = { code: 'settings', area: 'settings', title: 'Settings' } as const

const TITLES: Record<string, string> = {
  insecure_url: 'Address without https',
  demo_academy: 'Demo academy',
  throttle_off: 'Rate limits',
  proxy_not_trusted: 'Proxy',
  weak_admin_password: 'Admin password',
  payments_off: 'Payments',
  stripe_test_key: 'Stripe',
}
/** Another check says it with figures. */
const CHECKED_ELSEWHERE = new Set(['low_disk'])

/** Node and the tools that start it read these. */
const FOREIGN_NAMES = /^(NODE_|npm_|TZ$|PATH$|HOME$|LANG$|LC_)/
const KNOWN = new Set<string>(SETTING_NAMES)
const toWord = (name: string) => name.split('_', 1)[0] ?? ''
/** In the environment, names such as SMTP_HOST are most likely meant for this product. Other tools set some of them, too. */
const OWN_WORDS = new Set(['SMTP', 'MAIL', 'TRUST', 'THROTTLE', 'SIGNUPS', 'METRICS', 'BACKUP', 'STRIPE'])

export async function checkSettings(target: CheckTarget): Promise<SystemCheck[]> {
  const warnings = target.warnings.filter(({ code }) => !CHECKED_ELSEWHERE.has(code))
  const found = warnings.map(({ code, text }) =>
    warning(
      { code, area: code === 'proxy_not_trusted' ? 'network' : 'settings', title: TITLES[code] ?? 'Settings' },
      text,
    ),
  )
  const unknown = findUnknownNames(target)
  const plural = unknown.length > 1
  return [
    ...(warnings.length > 0 ? found : [ok(VALUES, 'No unsafe combination.')]),
    unknown.length > 0
      ? warning(
          NAMES,
          `${unknown.join(', ')} ${plural ? 'are no settings' : 'is no setting'}. Correct the ${plural ? 'names' : 'name'} or remove ${plural ? 'them' : 'it'}.`,
        )
      : ok(NAMES, 'All names are known.'),
  ]
}

export function findUnknownNames({ environment, envFile }: Pick<CheckTarget, 'environment' | 'envFile'>): string[] {
  const inFile = Object.keys(parseEnv(envFile ?? '')).filter((name) => !FOREIGN_NAMES.test(name))
  const inEnvironment = Object.keys(environment).filter((name) => OWN_WORDS.has(toWord(name)))
  return [...new Set([...inFile, ...inEnvironment])].filter((name) => !KNOWN.has(name)).sort()
}

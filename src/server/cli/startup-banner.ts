import type { FastifyInstance } from 'fastify'
import type { PaymentProviderName } from '#contract/choices.ts'
import { getProviderNames } from '#server/features/payments/create-payments.ts'
import type { FirstAdmin } from './ensure-admin.ts'
import type { SeededDemo } from '#server/demo/seed.ts'
import type { Env } from '#server/env.ts'
import type { Warnings } from '#server/platform/warnings.ts'

interface StartupInfo {
  env: Env
  app: { log: Pick<FastifyInstance['log'], 'warn'> }
  admin: FirstAdmin
  seeded: SeededDemo | null
  /** Of the demo academy. */
  coupon: string | undefined
  warnings: Warnings
}

export function printStartupBanner({ env, app, admin, seeded, coupon, warnings }: StartupInfo): void {
  const lines = ['', `  Learn Lantern is running at ${env.publicUrl}`, '']
  lines.push(`  Admin    ${admin.email}  ${describePassword(admin)}`)
  const isOtherPassword = env.adminPassword !== undefined && !admin.isPasswordFromSettings
  if (admin.email !== env.adminEmail || isOtherPassword)
    lines.push(
      '           ADMIN_EMAIL and ADMIN_PASSWORD are for the first admin only; another: npm run admin -- create EMAIL',
    )
  if (seeded) lines.push(...seeded.students.map(({ email }) => `  Student  ${email}  ${seeded.password}`))
  const providers = getProviderNames(env.payments, seeded !== null)
  lines.push(`  Payments ${describePayments(providers)}`)
  if (coupon !== undefined && providers.length > 0) lines.push(`  Coupon   ${coupon}  takes 25% off every course`)
  lines.push(...warnings.list().map(({ text }) => `  Warning  ${text}`), '')
  process.stdout.write(`${lines.join('\n')}\n`)
  for (const { code, text } of warnings.list()) app.log.warn({ code }, text)
}

function describePassword({ email, password, isPasswordFromSettings }: FirstAdmin): string {
  if (isPasswordFromSettings) return 'password from ADMIN_PASSWORD'
  return password === undefined ? `lost the password? npm run admin -- password ${email}` : 'password shown above, once'
}

const PROVIDER_TEXTS: Record<PaymentProviderName, string> = {
  test: 'test mode: no money is charged',
  manual: 'manual: an admin marks orders paid',
  stripe: 'Stripe',
}

const describePayments = (names: readonly PaymentProviderName[]): string =>
  names.length === 0
    ? 'off: prices are shown but not charged'
    : names.map((name) => PROVIDER_TEXTS[name]).join(', and ')

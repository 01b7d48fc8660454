import { afterEach, expect, test, vi } from 'vitest'
import type { SeededDemo } from '#server/demo/seed.ts'
import { readEnv } from '#server/env.ts'
import { createWarnings } from '#server/platform/warnings.ts'
import type { FirstAdmin } from './ensure-admin.ts'
import { printStartupBanner } from './startup-banner.ts'

afterEach(() => vi.restoreAllMocks())

const DEMO: SeededDemo = { students: [], password: 'lantern-light', isNew: true }
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

const ADMIN: FirstAdmin = { id: 1, email: 'admin@localhost.test', isNew: false, isPasswordFromSettings: false }

function print(source: NodeJS.ProcessEnv, seeded: SeededDemo | null, admin: Partial<FirstAdmin> = {}): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const app = { log: { warn: () => {} } }
  printStartupBanner({
    ...{ env: readEnv(source), app, admin: { ...ADMIN, ...admin }, seeded, warnings: createWarnings() },
    coupon: seeded ? 'WELCOME25' : undefined,
  })
  return String(write.mock.lastCall?.[0])
}

test.each([
  [{}, DEMO, 'test mode: no money is charged'],
  [{}, null, 'manual: an admin marks orders paid'],
  [{ PAYMENTS: 'off' }, DEMO, 'off: prices are shown but not charged'],
  [{ PAYMENTS: 'stripe', ...STRIPE }, null, 'Stripe'],
  [{ PAYMENTS: 'stripe,manual', ...STRIPE }, null, 'Stripe, and manual: an admin marks orders paid'],
])('says how courses are paid for with %j', (source, seeded, text) =>
  expect(print(source, seeded).split('\n')).toContain(`  Payments ${text}`),
)

test('names the coupon of the demo academy only where money is charged', () => {
  expect(print({}, DEMO)).toContain('  Coupon   WELCOME25  takes 25% off every course')
  for (const output of [print({ PAYMENTS: 'off' }, DEMO), print({}, null)]) expect(output).not.toContain('Coupon')
})

const FIRST_ONLY = 'ADMIN_EMAIL and ADMIN_PASSWORD are for the first admin only; another: npm run admin -- create EMAIL'
const SETTINGS = { ADMIN_EMAIL: 'me@mail.example', ADMIN_PASSWORD: 'a lantern in the fog' }

test.each<[string, NodeJS.ProcessEnv, Partial<FirstAdmin>, string]>([
  ['a generated password', {}, { isNew: true, password: 'generated' }, 'password shown above, once'],
  ['a later start', {}, {}, 'lost the password? npm run admin -- password admin@localhost.test'],
  [
    'ADMIN_PASSWORD',
    SETTINGS,
    { email: 'me@mail.example', isPasswordFromSettings: true },
    'password from ADMIN_PASSWORD',
  ],
])('says how the admin logs in after %s', (_case, source, admin, text) => {
  const output = print(source, null, admin)
  expect(output).toContain(`  Admin    ${admin.email ?? ADMIN.email}  ${text}\n  Payments`)
  expect(output).not.toContain('generated')
})

test.each([
  ['email', { ADMIN_EMAIL: SETTINGS.ADMIN_EMAIL }],
  ['password', { ADMIN_PASSWORD: SETTINGS.ADMIN_PASSWORD }],
])('names the admin that exists where the settings have another %s, and says what they are for', (_field, source) =>
  expect(print(source, null)).toContain(
    `  Admin    ${ADMIN.email}  lost the password? npm run admin -- password ${ADMIN.email}\n           ${FIRST_ONLY}\n`,
  ),
)

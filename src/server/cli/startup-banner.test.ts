import { afterEach, expect, test, vi } from 'vitest'
import type { SeededDemo } from '#server/demo/seed.ts'
import { readEnv } from '#server/env.ts'
import { createWarnings } from '#server/platform/warnings.ts'
import { printStartupBanner } from './startup-banner.ts'

afterEach(() => vi.restoreAllMocks())

const DEMO: SeededDemo = { students: [], password: 'lantern-light', isNew: true }
const STRIPE = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

function print(source: NodeJS.ProcessEnv, seeded: SeededDemo | null): string {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const app = { log: { warn: () => {} } }
  printStartupBanner({
    ...{ env: readEnv(source), app, admin: null, seeded, warnings: createWarnings() },
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

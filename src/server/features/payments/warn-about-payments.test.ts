import { expect, test } from 'vitest'
import { readEnv } from '#server/env.ts'
import { createWarnings } from '#server/platform/warnings.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { createPayments, getProviderNames } from './create-payments.ts'
import { warnAboutPayments } from './warn-about-payments.ts'

const t = useTestApp({ PAYMENTS: 'off' })

const PUBLIC = { PUBLIC_URL: 'https://learn.example.org' }
const STRIPE = { PAYMENTS: 'manual', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

function findWarnings(source: NodeJS.ProcessEnv, hasDemo = false): string[] {
  const warnings = createWarnings()
  const env = readEnv(source)
  warnAboutPayments(env, getProviderNames(env.payments, hasDemo), warnings)
  return warnings.list().map(({ code }) => code)
}

test.each([
  [{}, []],
  [{ PAYMENTS: 'off' }, ['payments_off']],
  [{ PAYMENTS: 'test' }, []],
  [{ PAYMENTS: 'test', ...PUBLIC }, ['payments_test']],
  [{ PAYMENTS: 'manual' }, []],
  [PUBLIC, ['payment_instructions']],
  [{ PAYMENTS: 'manual', ...PUBLIC }, ['payment_instructions']],
  [{ PAYMENTS: 'manual', PAYMENT_INSTRUCTIONS: 'Transfer it.', ...PUBLIC }, []],
  [{ ...STRIPE, PAYMENT_INSTRUCTIONS: 'Transfer it.', ...PUBLIC }, []],
])('warns of %j with %j', (source, codes) => expect(findWarnings(source)).toEqual(codes))

test.each([
  [{ NODE_ENV: 'production' }, ['stripe_test_key']],
  [PUBLIC, ['stripe_test_key']],
  [{ ...PUBLIC, STRIPE_SECRET_KEY: 'sk_live_1' }, []],
  [{}, []],
])('warns of a Stripe test key with %j', (source, codes) => {
  const warnings = createWarnings()
  const env = readEnv({ ...STRIPE, PAYMENTS: 'stripe', ...source })
  warnAboutPayments(env, ['stripe'], warnings)
  expect(warnings.list().map(({ code }) => code)).toEqual(codes)
})

test('uses test payments while the demo academy is on, and manual ones without it', () => {
  const env = readEnv({})
  const getNames = (hasDemo: boolean) => createPayments(env, t.db, hasDemo).providers.map(({ name }) => name)
  expect([getNames(true), getNames(false)]).toEqual([['test'], ['manual']])
  expect(findWarnings(PUBLIC, true)).toEqual(['payments_test'])
})

test('shows admins that prices are not charged', async () => {
  const { cookie } = await t.make.signedIn({ role: 'admin' })
  const { body } = await t.call('getSiteWarnings', {}, cookie)
  expect(body.msg).toContainEqual({
    code: 'payments_off',
    text: expect.stringMatching(/^Prices are shown but not charged/),
  })
})

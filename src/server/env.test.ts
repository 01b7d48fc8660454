import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readEnv, SettingError } from './env.ts'

describe('readEnv', () => {
  test('has defaults for a local installation', () => {
    expect(readEnv({})).toEqual({
      port: 3000,
      host: '127.0.0.1',
      publicUrl: 'http://localhost:3000',
      dataDir: resolve('data'),
      databaseUrl: undefined,
      adminEmail: 'admin@localhost.test',
      adminPassword: undefined,
      demo: undefined,
      smtpUrl: undefined,
      mailFrom: 'Learn Lantern <no-reply@localhost>',
      google: undefined,
      throttle: true,
      signupsPerNetwork: 100,
      trustProxy: false,
      isProduction: false,
      payments: {
        providers: undefined,
        currency: 'USD',
        taxRate: 0,
        taxIncluded: true,
        seller: ['Learn Lantern'],
        instructions: 'We will send you an email on how to pay. Name the order number with your payment.',
        stripe: undefined,
      },
      s3: null,
      backups: { to: resolve('data/backups'), everyHours: null, keep: 7, hasFiles: true, beforeUpgrade: true },
      logLevel: 'info',
    })
  })

  test('listens on all interfaces in production', () =>
    expect(readEnv({ NODE_ENV: 'production' })).toMatchObject({ host: '0.0.0.0', isProduction: true }))
  test('treats an empty setting as not set', () => expect(readEnv({ PORT: '', DEMO: ' ' })).toEqual(readEnv({})))
  test('derives the public URL from the port', () =>
    expect(readEnv({ PORT: '80' }).publicUrl).toBe('http://localhost:80'))
  test('accepts port 0', () => expect(readEnv({ PORT: '0' }).port).toBe(0))

  test('enables Google sign-in only with an id and a secret', () => {
    const given = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
    expect(readEnv(given).google).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
      issuer: 'https://accounts.google.com',
    })
    expect(readEnv({ GOOGLE_CLIENT_SECRET: 'secret' }).google).toBeUndefined()
    expect(() => readEnv({ GOOGLE_CLIENT_ID: 'id' })).toThrow(/^GOOGLE_CLIENT_SECRET must/)
  })

  describe('the payment settings', () => {
    const STRIPE = { PAYMENTS: 'stripe,manual', STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }

    test.each([
      [{ PAYMENTS: 'off' }, { providers: [] }],
      [{ PAYMENTS: 'test' }, { providers: ['test'] }],
      [
        { CURRENCY: 'EUR', TAX_RATE: '7.25', TAX_INCLUDED: 'off' },
        { currency: 'EUR', taxRate: 725, taxIncluded: false },
      ],
      [{ SELLER: 'Lamp Ltd | 1 Oil Lane | DE123' }, { seller: ['Lamp Ltd', '1 Oil Lane', 'DE123'] }],
      [
        STRIPE,
        {
          providers: ['stripe', 'manual'],
          stripe: { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', apiUrl: undefined },
        },
      ],
      [
        { ...STRIPE, PAYMENTS: 'manual' },
        { providers: ['manual'], stripe: undefined },
      ],
    ])('reads %j', (source, expected) => expect(readEnv(source).payments).toMatchObject(expected))

    test.each([
      [{ ...STRIPE, STRIPE_SECRET_KEY: '' }, /^STRIPE_SECRET_KEY must be set[^\n]+$/],
      [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: '' }, /^STRIPE_WEBHOOK_SECRET must be set[^\n]+$/],
      [{ ...STRIPE, STRIPE_SECRET_KEY: 'sk_live_1' }, /^PUBLIC_URL must be https[^\n]+$/],
      [{ ...STRIPE, PAYMENTS: 'test,stripe' }, /^PAYMENTS must not name test[^\n]+$/],
    ])('refuses %j', (source, sentence) => {
      expect(() => readEnv(source)).toThrow(SettingError)
      expect(() => readEnv(source)).toThrow(sentence)
    })

    test('accepts a live key behind https', () =>
      expect(
        readEnv({ ...STRIPE, STRIPE_SECRET_KEY: 'rk_live_1', PUBLIC_URL: 'https://learn.example.org' }).payments.stripe,
      ).toMatchObject({ secretKey: 'rk_live_1' }))
  })

  test.each([
    [{ PUBLIC_URL: 'https://learn.example.org/' }, { publicUrl: 'https://learn.example.org' }],
    [{ DATABASE_URL: 'postgresql://me@db/learn' }, { databaseUrl: 'postgresql://me@db/learn' }],
    [{ ADMIN_EMAIL: ' Ada@Mail.Example ' }, { adminEmail: 'ada@mail.example' }],
    [
      { DEMO: 'off', THROTTLE: 'off' },
      { demo: false, throttle: false },
    ],
    [{ PUBLIC_URL: 'https://learn.example.org' }, { demo: false }],
    [{ PUBLIC_URL: 'http://127.0.0.1:8080' }, { demo: undefined }],
    [{ PUBLIC_URL: 'https://learn.example.org', DEMO: 'on' }, { demo: true }],
    [{ TRUST_PROXY: 'off' }, { trustProxy: false }],
    [{ TRUST_PROXY: '2' }, { trustProxy: 2 }],
    [{ TRUST_PROXY: '10.0.0.0/8, ::1' }, { trustProxy: ['10.0.0.0/8', '::1'] }],
    [{ SIGNUPS_PER_NETWORK: '500' }, { signupsPerNetwork: 500 }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ SMTP_URL: 'smtp://me:pw@mail.example:2525' }, { smtpUrl: 'smtp://me:pw@mail.example:2525' }],
    [{ MAIL_FROM: 'Lamp & Co <post@lamp.example>' }, { mailFrom: 'Lamp & Co <post@lamp.example>' }],
    [{ PUBLIC_URL: 'https://learn.example.org' }, { mailFrom: 'Learn Lantern <no-reply@learn.example.org>' }],
  ])('reads %j', (source, expected) => expect(readEnv(source)).toMatchObject(expected))

  test.each([
    ['PORT', ['65536', '-1', '3.5', '3e3', 'http']],
    ['HOST', ['a b', 'http://x', '-x']],
    [
      'PUBLIC_URL',
      ['learn.example.org', 'ftp://x', 'https://x/path', 'https://x/?a', 'https://me:pw@x', 'https://:pw@x'],
    ],
    ['DATABASE_URL', ['mysql://x/y', 'localhost:5432']],
    ['ADMIN_EMAIL', ['admin', 'a@b']],
    ['ADMIN_PASSWORD', ['short', 'x'.repeat(257)]],
    ['DEMO', ['yes', 'ON']],
    ['THROTTLE', ['0']],
    ['SIGNUPS_PER_NETWORK', ['0', '-1', '1.5', '100001', 'many']],
    ['TRUST_PROXY', ['on', 'true', '0', 'proxy.example', '10.0.0.0/33', '10.0.0.0/', '::1/129', '1.2.3.4,']],
    ['LOG_LEVEL', ['loud']],
    ['SMTP_URL', ['mail.example', 'http://mail.example', 'smtp:']],
    ['MAIL_FROM', ['nobody', 'A <b>', 'a@mail.example\r\nBcc: b@mail.example']],
    ['PAYMENTS', ['on', 'paypal', 'stripe,stripe', 'off,manual', 'manual,', 'test,stripe', 'manual,test']],
    ['CURRENCY', ['usd', 'dollars', 'JPY', 'XYZ', 'KWD']],
    ['TAX_RATE', ['-1', '101', '7.125', '7%', '1e1']],
    ['TAX_INCLUDED', ['yes']],
    ['SELLER', ['x'.repeat(101), 'a|'.repeat(11)]],
    ['PAYMENT_INSTRUCTIONS', ['x'.repeat(1_001)]],
    ['STRIPE_SECRET_KEY', ['secret', 'pk_test_1', 'sk_test_']],
    ['STRIPE_WEBHOOK_SECRET', ['secret', 'whsec_']],
    ['STRIPE_API_URL', ['stripe.com', 'ftp://x']],
    ['GOOGLE_ISSUER', ['accounts.google.com', 'http://accounts.google.com']],
  ])('refuses an invalid %s with one sentence that names it', (name, values) => {
    for (const value of values) {
      const read = () => readEnv({ [name]: value })
      expect(read).toThrow(SettingError)
      expect(read).toThrow(new RegExp(`^${name} must [^\\n]+$`))
    }
  })
})

import { availableParallelism } from 'node:os'
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
      workers: 1,
      databaseDirectUrl: undefined,
      databasePool: 10,
      drainSeconds: 0,
      adminEmail: 'admin@localhost.test',
      adminPassword: undefined,
      demo: undefined,
      smtpUrl: undefined,
      mailFrom: 'Learn Lantern <no-reply@localhost>',
      google: undefined,
      throttle: true,
      signupsPerNetwork: 100,
      auditLogDays: 730,
      trustProxy: false,
      isProduction: false,
      secretKey: undefined,
      adminNeedsSecondFactor: false,
      verifyEmail: false,
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
      logRequests: 'slow',
      metricsToken: undefined,
    })
  })

  test('listens on all interfaces in production', () =>
    expect(readEnv({ NODE_ENV: 'production' })).toMatchObject({ host: '0.0.0.0', isProduction: true }))
  test('treats an empty setting as not set', () => expect(readEnv({ PORT: '', DEMO: ' ' })).toEqual(readEnv({})))
  test('derives the public URL from the port', () =>
    expect(readEnv({ PORT: '80' }).publicUrl).toBe('http://localhost:80'))
  test('accepts port 0', () => expect(readEnv({ PORT: '0' }).port).toBe(0))

  test('refuses several processes on the embedded database', () => {
    const read = () => readEnv({ WORKERS: '2' })
    expect(read).toThrow(SettingError)
    expect(read).toThrow(/^WORKERS needs DATABASE_URL: [^\n.]+$/)
  })

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

  describe('the availability settings', () => {
    const DATABASE_URL = 'postgres://pooler:6432/lantern'

    test('reach the database directly unless there is a pooler, and drain only where others take over', () => {
      expect(readEnv({ DATABASE_URL })).toMatchObject({ databaseDirectUrl: DATABASE_URL, drainSeconds: 5 })
      const direct = 'postgresql://database:5432/lantern'
      const given = { DATABASE_URL, DATABASE_DIRECT_URL: direct, DATABASE_POOL: '40', DRAIN_SECONDS: '0' }
      expect(readEnv(given)).toMatchObject({
        databaseUrl: DATABASE_URL,
        databaseDirectUrl: direct,
        databasePool: 40,
        drainSeconds: 0,
      })
    })

    test.each([
      [{ DATABASE_URL, DATABASE_DIRECT_URL: 'http://database' }, /^DATABASE_DIRECT_URL must be[^\n]+$/],
      [{ DATABASE_DIRECT_URL: DATABASE_URL }, /^DATABASE_DIRECT_URL must have[^\n]+$/],
      [{ DATABASE_POOL: '1' }, /^DATABASE_POOL must[^\n]+$/],
      [{ DATABASE_POOL: '501' }, /^DATABASE_POOL must[^\n]+$/],
      [{ DRAIN_SECONDS: '-1' }, /^DRAIN_SECONDS must[^\n]+$/],
      [{ DRAIN_SECONDS: '2.5' }, /^DRAIN_SECONDS must[^\n]+$/],
      [{ DRAIN_SECONDS: '301' }, /^DRAIN_SECONDS must[^\n]+$/],
    ])('refuse %j', (source, message) => expect(() => readEnv(source)).toThrow(message))
  })

  test('asks new accounts to prove their email where email is set up, unless told otherwise', () => {
    const SMTP_URL = 'smtp://mail.example.org'
    expect(readEnv({ SMTP_URL }).verifyEmail).toBe(true)
    expect(readEnv({ SMTP_URL, VERIFY_EMAIL: 'off' }).verifyEmail).toBe(false)
    expect(readEnv({ VERIFY_EMAIL: 'on' }).verifyEmail).toBe(true)
  })

  test('reads the settings of admins’ accounts', () => {
    expect(readEnv({ ADMIN_SECOND_FACTOR: 'required' }).adminNeedsSecondFactor).toBe(true)
    expect(readEnv({ SECRET_KEY: 'k'.repeat(32) }).secretKey).toBe('k'.repeat(32))
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
    [{ DATABASE_URL: 'postgres://db/learn', WORKERS: '3' }, { workers: 3 }],
    [{ DATABASE_URL: 'postgres://db/learn', WORKERS: 'auto' }, { workers: availableParallelism() }],
    [{ WORKERS: '1' }, { workers: 1 }],
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
    [{ AUDIT_LOG_DAYS: '365' }, { auditLogDays: 365 }],
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
    ['WORKERS', ['0', '-1', '1.5', '65', 'many']],
    ['ADMIN_EMAIL', ['admin', 'a@b']],
    ['ADMIN_PASSWORD', ['short', 'x'.repeat(257)]],
    ['DEMO', ['yes', 'ON']],
    ['THROTTLE', ['0']],
    ['AUDIT_LOG_DAYS', ['0', '364', '365.5', '36501', 'always']],
    ['SIGNUPS_PER_NETWORK', ['0', '-1', '1.5', '100001', 'many']],
    ['TRUST_PROXY', ['on', 'true', '0', 'proxy.example', '10.0.0.0/33', '10.0.0.0/', '::1/129', '1.2.3.4,']],
    ['LOG_LEVEL', ['loud']],
    ['SECRET_KEY', ['short']],
    ['ADMIN_SECOND_FACTOR', ['on']],
    ['VERIFY_EMAIL', ['yes']],
    ['LOG_REQUESTS', ['on', 'some']],
    ['METRICS_TOKEN', ['short', 'x'.repeat(201), 'a token with spaces']],
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

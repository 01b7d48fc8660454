import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { SMTPServer } from 'smtp-server'
import { afterEach, describe, expect, it } from 'vitest'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { type Env, readEnv } from '#server/env.ts'
import { errorGroups, mails, serverProcesses } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { useTestMailServer } from '#server/testing/mail/test-mail-server.ts'
import { ProxyObserver } from '../proxy-observer.ts'
import type { CheckTarget } from './check.ts'
import { checkClock, compareClocks } from './check-clock.ts'
import { checkDatabase } from './check-database.ts'
import { checkErrors } from './check-errors.ts'
import { createFileChecks } from './check-files.ts'
import { checkMail } from './check-mail.ts'
import { checkNode } from './check-node.ts'
import { checkProcesses } from './check-processes.ts'
import { checkProxy } from './check-proxy.ts'
import { checkPublicUrl, toCertificateCheck } from './check-public-url.ts'
import { checkSettings, findUnknownNames } from './check-settings.ts'
import { runChecks } from './run-checks.ts'

const t = useTestApp()
const mailServer = useTestMailServer()

const target = (env: Partial<Env> = {}, rest: Partial<CheckTarget> = {}): CheckTarget => ({
  env: { ...t.env, ...env },
  database: t.database,
  warnings: [],
  environment: {},
  envFile: undefined,
  ...rest,
})
const statuses = (checks: readonly SystemCheck[]) =>
  Object.fromEntries(checks.map(({ code, status }) => [code, status]))
const find = (checks: readonly SystemCheck[], code: string) => checks.find((check) => check.code === code)

describe('The check of Node', () => {
  const now = new Date('2026-11-22')
  it.each([
    ['v18.20.0', 'error'],
    ['v20.18.3', 'error'],
    ['v20.19.0', 'warning'],
    ['v23.1.0', 'warning'],
    ['v24.2.0', 'ok'],
    ['v30.0.0', 'ok'],
  ])('calls %s %s', (version, status) => expect(checkNode(version, now).status).toBe(status))
})

describe('The check of the clock', () => {
  it.each([
    [1_900, 'ok', 'Agrees'],
    [-65_000, 'warning', '65 seconds ahead of'],
    [65_000, 'warning', '65 seconds behind'],
  ])('calls a difference of %i ms %s', (ms, status, text) =>
    expect(compareClocks(ms, 'the database')).toMatchObject({ status, text: expect.stringContaining(text) }),
  )

  it.each([
    [0, 'ok'],
    [-600_000, 'warning'],
  ])('asks the sign-in service, and calls a date %i ms away %s', async (ms, status) => {
    const service = createServer((_request, response) => {
      response.setHeader('date', new Date(Date.now() + ms).toUTCString()).end()
    })
    await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
    const { port } = service.address() as AddressInfo
    const google = { clientId: 'id', clientSecret: 'secret', issuer: `http://127.0.0.1:${port}` }
    expect(await checkClock(target({ google }))).toMatchObject([{ code: 'network_clock', status }])
    await new Promise((done) => service.close(done))
    expect(await checkClock(target({ google }))).toEqual([])
    expect(await checkClock(target())).toEqual([])
  })
})

describe('The check of the certificate', () => {
  const now = new Date('2026-11-22')
  it.each([
    ['2027-01-30', 'ok'],
    ['2026-12-01', 'warning'],
    ['2026-11-20', 'error'],
  ])('calls an end on %s %s', (end, status) =>
    expect(toCertificateCheck(new Date(end), now)).toMatchObject({ status, text: expect.stringContaining(end) }),
  )
})

describe('The check of settings', () => {
  it('names settings that do not exist, in .env and where only this product is meant', () => {
    const envFile = 'PORT=3000\nTRUSTPROXY=1\nNODE_ENV=production\nTZ=UTC\n# SMTP_HOST=x\n'
    const environment = { SMTP_HOST: 'mail', HOSTNAME: 'x', DATABASE_NAME: 'other tool', THROTTLE: 'on' }
    expect(findUnknownNames({ envFile, environment })).toEqual(['SMTP_HOST', 'TRUSTPROXY'])
  })

  it('has a warning for each unsafe combination', async () => {
    const warnings = [
      { code: 'insecure_url', text: 'PUBLIC_URL is not https.' },
      { code: 'low_disk', text: 'shown by the check of the disk' },
    ]
    expect(statuses(await checkSettings(target({}, { warnings })))).toEqual({
      insecure_url: 'warning',
      setting_names: 'ok',
    })
    expect(statuses(await checkSettings(target({}, { envFile: 'SMPT_URL=x' })))).toEqual({
      settings: 'ok',
      setting_names: 'warning',
    })
  })
})

describe('The check of the database', () => {
  it('passes on a migrated database', async () => {
    const checks = await checkDatabase(target())
    // A busy machine may be slow to answer.
    const others = checks.filter(({ code }) => code !== 'database_reachable')
    expect(others.length).toBe(checks.length - 1)
    expect(others.filter(({ status }) => status !== 'ok')).toEqual([])
    expect(find(checks, 'database_migrations')?.text).toBe('Up to date.')
  })

  it.each([
    [-1, 'error'],
    [1, 'warning'],
  ])('notices a database whose last migration is %i ms away', async (ms, status) => {
    const shift = (by: number) =>
      t.db.execute(sql`
        update drizzle.__drizzle_migrations set created_at = created_at + ${by}::bigint
        where created_at = (select max(created_at) from drizzle.__drizzle_migrations)`)
    await shift(ms)
    const checks = await checkDatabase(target())
    await shift(-ms)
    expect(find(checks, 'database_migrations')?.status).toBe(status)
  })

  it('says what to do when it does not answer, and the other checks still run', async () => {
    const fail = () => Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
    const away = { ...t.database, db: { execute: fail } as unknown as typeof t.db }
    const checks = await runChecks(target({}, { database: away }), async () => ({ freeBytes: 1e12, totalBytes: 1e12 }))
    expect(statuses(checks)).toMatchObject({ database_reachable: 'error', disk_space: 'ok', setting_names: 'ok' })
    expect(find(checks, 'server_unknown')?.text).toBe('It could not be carried out: Error.')
  })
})

describe('The check of files', () => {
  const roomy = createFileChecks(async () => ({ freeBytes: 1e12, totalBytes: 1e12 }))

  it.each([
    [1e12, 'ok'],
    [9e10, 'warning'],
    [4e10, 'error'],
  ])('calls %i free bytes of a terabyte %s', async (freeBytes, status) => {
    const checks = await createFileChecks(async () => ({ freeBytes, totalBytes: 1e12 }))(target())
    expect(find(checks, 'disk_space')?.status).toBe(status)
  })

  it('says when nothing can be written', async () => {
    expect(await roomy(target({ dataDir: join(t.dataDir, 'nowhere') }))).toMatchObject([
      { code: 'data_writable', status: 'error', text: expect.stringMatching(/\(ENOENT\)\. Create the folder/) },
    ])
  })

  it('says how to close a folder that other users can read', async () => {
    const dataDir = join(t.dataDir, 'shared')
    const uploads = join(dataDir, 'uploads')
    mkdirSync(uploads, { recursive: true })
    chmodSync(uploads, 0o755)
    writeFileSync(join(uploads, 'x'), '')
    expect(find(await roomy(target({ dataDir })), 'data_private')).toMatchObject({
      status: 'warning',
      text: expect.stringContaining(`chmod 700 ${uploads}`),
    })
    chmodSync(uploads, 0o700)
    const checks = await roomy(target({ dataDir }))
    expect(find(checks, 'data_private')?.text ?? '').not.toContain(uploads)
  })
})

describe('The check of mail', () => {
  afterEach(() => t.db.delete(mails))

  it('warns without a mail server', async () =>
    expect(statuses(await checkMail(target()))).toEqual({ mail_server: 'warning', mail_queue: 'ok' }))

  it('connects and sends nothing', async () => {
    const checks = await checkMail(target({ smtpUrl: mailServer.url }))
    expect(statuses(checks)).toEqual({ mail_server: 'ok', mail_queue: 'ok' })
    expect(mailServer.received).toEqual([])
  })

  it('says what to do when the login is refused, without the password', async () => {
    const server = new SMTPServer({
      hideSTARTTLS: true,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error('Wrong password')),
    })
    server.on('error', () => {})
    await new Promise<void>((done) => server.listen(0, 'localhost', done))
    const { port } = server.server.address() as AddressInfo
    const checks = await checkMail(target({ smtpUrl: `smtp://me:a-secret@localhost:${port}` }))
    await new Promise<void>((done) => server.close(done))
    expect(find(checks, 'mail_server')).toMatchObject({
      status: 'error',
      text: expect.stringMatching(/^localhost:\d+: the login was refused\. Check the user/),
    })
    expect(JSON.stringify(checks)).not.toContain('a-secret')
  })

  it('says what to do when there is no connection', async () => {
    const { url } = mailServer
    await mailServer.goOffline()
    const checks = await checkMail(target({ smtpUrl: url }))
    await mailServer.goOnline()
    expect(find(checks, 'mail_server')).toMatchObject({
      status: 'error',
      text: expect.stringMatching(/no connection\. Check the host and the port/),
    })
  })

  it('warns of emails that have waited for long', async () => {
    const nextTryAt = new Date(Date.now() + 3_600_000)
    await t.db.insert(mails).values({
      ...{ kind: 'welcome', toEmail: 'a@mail.example', nextTryAt },
      createdAt: new Date(Date.now() - 3_600_000),
    })
    expect(find(await checkMail(target()), 'mail_queue')).toMatchObject({
      status: 'warning',
      text: expect.stringMatching(/^1 email has waited/),
    })
  })
})

describe('The check of the public address', () => {
  it('passes when this product answers there, and warns on this machine when nothing does', async () => {
    const server = await t.startSecondServer({})
    const publicUrl = await server.app.listen({ port: 0, host: '127.0.0.1' })
    expect(await checkPublicUrl(target({ publicUrl }))).toMatchObject([{ status: 'ok' }])
    await server.close()
    expect(await checkPublicUrl(target({ publicUrl }))).toMatchObject([{ status: 'warning' }])
  })

  it('finds another program and a redirect', async () => {
    const server = await t.startSecondServer({})
    server.app.addHook('onRequest', async (request, reply) => {
      if (request.headers.host?.startsWith('localhost')) await reply.redirect('https://elsewhere.example/')
      else await reply.code(200).send('Welcome to nginx!')
    })
    const address = await server.app.listen({ port: 0, host: '127.0.0.1' })
    expect(await checkPublicUrl(target({ publicUrl: address }))).toMatchObject([
      { status: 'error', text: expect.stringContaining('not as this product') },
    ])
    const redirecting = address.replace('127.0.0.1', 'localhost')
    expect(await checkPublicUrl(target({ publicUrl: redirecting }))).toMatchObject([
      { status: 'warning', text: expect.stringContaining('redirects elsewhere') },
    ])
    await server.close()
  })
})

describe('The check of the proxy', () => {
  const observe = (...headers: Record<string, string>[]) => {
    const proxy = new ProxyObserver()
    for (const one of headers) proxy.observe({ headers: one })
    return proxy
  }
  const env = readEnv({ TRUST_PROXY: '1', PUBLIC_URL: 'https://learn.example.org' })

  it.each([
    ['no request yet', observe(), []],
    ['requests without the header', observe({}), ['warning']],
    ['users over http', observe({ 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'http' }), ['warning']],
    ['users over https', observe({}, { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'https' }), ['ok']],
  ])('knows %s', async (_, proxy, expected) => {
    const checks = await checkProxy(target(env, { proxy }))
    expect(checks.map(({ status }) => status)).toEqual(expected)
    expect(await checkProxy(target({ trustProxy: false }, { proxy }))).toEqual([])
  })
})

describe('The check of processes', () => {
  const row = {
    ...{ host: 'web', pid: 7, version: '0.1.0', node: 'v24.0.0', startedAt: new Date() },
    ...{ memoryBytes: 1e8, eventLoopMs: 1, sockets: 3, requestsPerMinute: 10, errorsPerMinute: 0 },
  }
  afterEach(() => t.db.delete(serverProcesses))

  it.each([
    ['none', [], 'ok', /^All report/],
    ['one version', [{}, {}], 'ok', /^All report/],
    ['two versions', [{}, { version: '0.2.0' }], 'warning', /^Versions 0\.1\.0 and 0\.2\.0 run together/],
    ['a silent one', [{}, { seenAt: new Date(Date.now() - 60_000) }], 'warning', /^A process does not report/],
  ])('knows %s', async (_, rows, status, text) => {
    if (rows.length > 0)
      await t.db.insert(serverProcesses).values(rows.map((changes, n) => ({ ...row, id: `web-${n}`, ...changes })))
    expect(await checkProcesses(target())).toMatchObject([{ status, text: expect.stringMatching(text) }])
  })
})

describe('The check of errors', () => {
  it('warns of open ones of the last day', async () => {
    const group = { type: 'Error', message: '', source: '', count: 1, requestId: '', stack: '', version: '' }
    const yesterday = new Date(Date.now() - 90_000_000)
    await t.db.insert(errorGroups).values([
      { ...group, fingerprint: 'solved', solvedAt: new Date() },
      { ...group, fingerprint: 'old', lastAt: yesterday },
    ])
    expect(await checkErrors(target())).toMatchObject([{ status: 'ok' }])
    await t.db.insert(errorGroups).values({ ...group, fingerprint: 'open' })
    expect(await checkErrors(target())).toMatchObject([
      { status: 'warning', text: expect.stringMatching(/^An error of one kind/) },
    ])
  })
})

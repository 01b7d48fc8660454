import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import { Pool } from 'pg'
import { afterEach, describe, expect, it } from 'vitest'
import { errorGroups, serverProcesses } from '#server/platform/db/schema.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import { eventually } from '#server/testing/eventually.ts'
import { NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { problem } from './check.ts'
import { checkClock, compareClocks } from './check-clock.ts'
import { checkDatabase, checkVersion } from './check-database.ts'
import { checkErrors } from './check-errors.ts'
import { checkNode } from './check-node.ts'
import { checkProcesses } from './check-processes.ts'
import { checkSettings, findUnknownNames } from './check-settings.ts'
import { runChecks, runChecksWithoutDatabase } from './run-checks.ts'
import { createTarget, find, statuses } from '#server/testing/check-target.ts'

const t = useTestApp()
const target = createTarget(t)

describe('The check of Node', () => {
  const now = new Date('2026-11-22')
  it.each([
    ['v18.20.0', 'error'],
    ['v20.18.3', 'error'],
    ['v20.19.0', 'warning'],
    ['v23.1.0', 'warning'],
    ['v26.1.0', 'ok'],
    ['v24.2.0', 'ok'],
    ['v30.0.0', 'ok'],
  ])('calls %s %s', (version, status) => expect(checkNode(version, now).status).toBe(status))

  it('says in words since when a release line gets no fixes', () => {
    const { text } = checkNode('v22.20.0', new Date('2027-06-01'))
    expect(text).toContain('Node v22.20.0 has had no security fixes since 30 April 2027.')
  })

  it('advises a release line that gets fixes, and that the image has', () => {
    const text = /Install Node (\d+)\./.exec(checkNode('v20.19.0', now).text)
    expect(checkNode(`v${text?.[1]}.0.0`, now).status).toBe('ok')
    expect(readFileSync(join(PROJECT_ROOT, 'Dockerfile'), 'utf8')).toContain(`NODE_VERSION=${text?.[1]}\n`)
  })
})

describe('The check of the clock', () => {
  const readNothing = () => Promise.reject(new Error('no such program'))

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
    expect(await checkClock(target({ google }), readNothing)).toEqual(await checkClock(target(), readNothing))
  })

  it.each([
    ['yes\n', 'ok', 'This machine synchronizes it.'],
    ['no\n', 'warning', 'This machine does not synchronize its clock.'],
    ['\n', 'ok', 'Not compared: no other clock is known.'],
  ])('asks the system without such a service: %j', async (answer, status, text) => {
    const embedded = target({ databaseUrl: undefined })
    const expected = [{ code: 'system_clock', status, text: expect.stringContaining(text) }]
    expect(await checkClock(embedded, async () => answer)).toMatchObject(expected)
  })

  it('says that nothing was compared without an answer, unless the database is', async () => {
    const text = 'Not compared: no other clock is known.'
    expect(await checkClock(target({ databaseUrl: undefined }), readNothing)).toMatchObject([{ status: 'ok', text }])
    expect(await checkClock(target({ databaseUrl: 'postgres://db/learn' }), readNothing)).toEqual([])
  })
})

describe('The check of settings', () => {
  it('names settings that do not exist, in .env and where only this product is meant', () => {
    const envFile = 'PORT=3000\nTRUSTPROXY=1\nNODE_ENV=production\nTZ=UTC\n# SMTP_HOST=x\n'
    const environment = {
      SMTP_HOST: 'mail',
      MAIL: '/var/mail/me',
      HOSTNAME: 'x',
      DATABASE_NAME: 'other tool',
      THROTTLE: 'on',
    }
    expect(findUnknownNames({ envFile, environment })).toEqual(['SMTP_HOST', 'TRUSTPROXY'])
  })

  it('finds misspelled names in the environment, and leaves those of other tools', async () => {
    const environment = {
      ...{ TRUSTPROXY: '1', PUBLIC_ULR: 'x', DATABSE_URL: 'x', ADMIN_EMAILS: 'x', port: '1' },
      ...{
        DATABASE_PORT: '5432',
        HOSTNAME: 'web',
        LOGNAME: 'me',
        PORTS: '1',
        USER: 'me',
        PATH: '/bin',
        REDIS_URL: 'x',
      },
    }
    expect(findUnknownNames({ envFile: undefined, environment })).toEqual([
      ...['ADMIN_EMAILS', 'DATABSE_URL', 'PUBLIC_ULR', 'TRUSTPROXY'],
    ])
    const found = find(await checkSettings(target({}, { environment: { PUBLIC_ULR: 'x' } })), 'setting_names')
    expect(found).toMatchObject({ status: 'warning', text: 'PUBLIC_ULR is not a setting: did you mean PUBLIC_URL?' })
  })

  it('has a warning for each unsafe combination', async () => {
    const warnings = [
      { code: 'insecure_url', text: 'PUBLIC_URL is not https.' },
      { code: 'wrong_secret_key', text: 'Codes are refused.' },
      { code: 'payments_test', text: 'Nobody is charged.' },
      { code: 'low_disk', text: 'shown by the check of the disk' },
      { code: 'backup_failed', text: 'shown by the check of backups' },
    ]
    const checks = await checkSettings(target({}, { warnings }))
    expect(checks.map(({ title }) => title)).toEqual([
      'Address without https',
      'Secret key',
      'Payments',
      'Names of settings',
    ])
    expect(statuses(await checkSettings(target({}, { envFile: 'SMPT_URL=x' })))).toEqual({
      settings: 'ok',
      setting_names: 'warning',
    })
  })
})

describe('The check of the database', () => {
  it.each([
    ['13.22', 130_022, '2026-01-01', 'warning'],
    ['14.20 before its last day', 140_020, '2026-11-11', 'ok'],
    ['14.20 after it', 140_020, '2026-11-28', 'warning'],
    ['15.15 while it is mended', 150_015, '2026-11-28', 'ok'],
    ['a release that is not known yet', 190_000, '2031-01-01', 'ok'],
  ])('knows PostgreSQL %s (%i on %s: %s)', (_, version, now, status) =>
    expect(checkVersion(version, 'server', new Date(now)).status).toBe(status),
  )

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

  const roomyDisk = async () => ({ freeBytes: 1e12, totalBytes: 1e12 })

  it('says what to do when it does not answer, and skips what needs it with one line', async () => {
    const pool = new Pool({ host: '127.0.0.1', port: 1 })
    const away = { pool, kind: 'server', db: drizzle(pool) as unknown as typeof t.db } as const
    const databaseUrl = 'postgres://me@127.0.0.1:1/learn'
    const checks = await runChecks(target({ databaseUrl }, { database: away }), roomyDisk)
    await pool.end()
    expect(find(checks, 'database_reachable')?.text).toMatch(/^Nothing listens at the address in DATABASE_URL/)
    expect(statuses(checks)).toMatchObject({ database_skipped: 'warning', disk_space: 'ok', mail_server: 'warning' })
    expect(checks.filter(({ code }) => code.endsWith('_unknown'))).toEqual([])
  })

  it.skipIf(!ON_SERVER)(`tries DATABASE_DIRECT_URL${NEEDS_SERVER}`, async () => {
    const check = async (directUrl: string) =>
      find(
        await checkDatabase(target({ databaseDirectUrl: directUrl }, { database: { ...t.database, directUrl } })),
        'database_direct',
      )
    const { databaseUrl = '' } = t.env
    expect(await check(databaseUrl)).toBeUndefined()
    expect(await check(`${databaseUrl}?application_name=direct`)).toMatchObject({ status: 'ok' })
    expect(await check('postgres://me@127.0.0.1:1/learn')).toMatchObject({
      status: 'error',
      text: expect.stringMatching(/^Nothing listens at the address in DATABASE_DIRECT_URL/),
    })
  })

  it.skipIf(!ON_SERVER)(`counts the connections of clients alone${NEEDS_SERVER}`, () =>
    eventually(async () => {
      const { rows } = await t.db.execute<{ clients: number }>(
        sql`select count(*)::int as clients from pg_stat_activity where backend_type = 'client backend'`,
      )
      const { text } = find(await checkDatabase(target()), 'database_connections') ?? {}
      expect(text).toMatch(new RegExp(`^${rows[0]?.clients} of \\d+ in use`))
    }),
  )

  it('tells a database that was never started with from an old one', async () => {
    await t.db.execute(sql`alter table drizzle.__drizzle_migrations rename to moved`)
    const checks = await runChecks(target(), roomyDisk).finally(() =>
      t.db.execute(sql`alter table drizzle.moved rename to __drizzle_migrations`),
    )
    expect(find(checks, 'database_migrations')).toMatchObject({
      status: 'error',
      text: expect.stringMatching(
        /^The database is empty: .* Restore a backup or correct DATABASE_URL; for a new site, start the server\.$/,
      ),
    })
    expect(statuses(checks)).toMatchObject({ database_skipped: 'warning' })
  })

  it('looks at everything else without a database', async () => {
    const reason = problem({ code: 'database_reachable', area: 'database', title: 'Connection' }, 'No data.')
    const { database: _, ...local } = target()
    expect(statuses(await runChecksWithoutDatabase(local, reason, roomyDisk))).toMatchObject({
      ...{ database_reachable: 'error', database_skipped: 'warning' },
      ...{ settings: 'ok', disk_space: 'ok', mail_server: 'warning', public_url: 'warning' },
    })
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

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CALL_NAMES } from '#contract/calls.ts'
import { STOPPED } from '#server/features/backups/report-failures.ts'
import { backups, errorGroups, mails } from '#server/platform/db/schema.ts'
import { getHashQueues } from '#server/platform/passwords/passwords.ts'
import { reportError } from '#server/platform/log/report-error.ts'
import { eventually } from '#server/testing/eventually.ts'
import { connectChat, startListening } from '#server/testing/network/socket-client.ts'
import { createTestApp, type TestApp, useTestApp } from '#server/testing/test-app.ts'

const TOKEN = 'a-token-for-the-scraper'
const t = useTestApp({ METRICS_TOKEN: TOKEN })
let withoutToken: TestApp
beforeAll(async () => {
  const nextTryAt = new Date(Date.now() + 60_000)
  await t.db.insert(mails).values({ kind: 'welcome', toEmail: 'a@mail.example', nextTryAt })
  withoutToken = await t.startSecondServer({ METRICS_TOKEN: '' })
})
afterAll(() => withoutToken.close())

const scrape = async () => (await t.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })).body
const readValue = (text: string, series: RegExp) =>
  Number(
    text
      .split('\n')
      .find((line) => !line.startsWith('#') && series.test(line))
      ?.split(' ')
      .at(-1),
  )

describe('/metrics', () => {
  it('does not exist without METRICS_TOKEN', async () => {
    const response = await withoutToken.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
    expect([response.statusCode, response.json().code]).toEqual([404, 'page_not_found'])
  })

  it.each([undefined, '', 'Bearer', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`, `Basic ${TOKEN}`, TOKEN])(
    'answers 401 to the header %s',
    async (authorization) => {
      const response = await t.app.inject({
        url: '/metrics',
        headers: authorization === undefined ? {} : { authorization },
      })
      expect([response.statusCode, response.headers['www-authenticate']]).toEqual([401, 'Bearer'])
      expect(response.json()).toMatchObject({ status: false, msg: 'The token is missing or wrong' })
      expect(response.body).not.toContain('lantern_')
    },
  )

  it('counts requests by call and class of status, and never by path', async () => {
    await t.call('getMaintenace', {})
    await t.call('getUsers', { page: 1 })
    for (const url of ['/some/path/nobody/knows', '/uploads/secret-name', '/api/nope', '/wp-login.php'])
      await t.app.inject(url)
    const text = await scrape()
    expect(readValue(text, /duration_seconds_count{.*route="getMaintenace",status="2xx"/)).toBe(1)
    expect(readValue(text, /duration_seconds_count{.*route="getUsers",status="4xx"/)).toBe(1)
    expect(text).not.toMatch(/nobody|secret-name|nope|wp-login/)
    const routes = new Set([...text.matchAll(/route="([^"]*)"/g)].map(([, route = '']) => route))
    const known = new Set<string>([...CALL_NAMES, 'page', 'unknown'])
    expect([...routes].filter((route) => !known.has(route) && !/^\/?[\w*:/.-]+$/.test(route))).toEqual([])
  })

  it('has queues, the pool, the cache, sockets, waiting mails, the disk and the process', async () => {
    await t.call('getCourses', { page: 1 })
    await t.call('getCourses', { page: 1 })
    const text = await scrape()
    expect(readValue(text, /^lantern_mails_waiting/)).toBe(1)
    expect(readValue(text, /^lantern_database_ready/)).toBe(1)
    expect(readValue(text, /^lantern_disk_free_bytes/)).toBe(1e12)
    expect(readValue(text, /^lantern_cache_requests_total{result="hit"/)).toBeGreaterThan(0)
    expect(readValue(text, /^lantern_sockets/)).toBe(0)
    expect(readValue(text, /^lantern_process_start_time_seconds/)).toBeCloseTo(Date.now() / 1_000 - process.uptime(), 0)
    expect(readValue(text, /^lantern_db_query_duration_seconds_count{.*result="ok"/)).toBeGreaterThan(0)
    for (const queue of ['calls', 'renders', 'logins', 'hashes', 'pictures', 'pdfs'])
      expect(readValue(text, new RegExp(`^lantern_queue_waiting{queue="${queue}"`))).toBe(0)
    expect(text).toContain('nodejs_eventloop_lag_p99_seconds')
    expect(text).toContain(`process="${process.pid}"`)
  })

  it('counts what runs and waits in each queue, open sockets, and look-ups that found nothing', async () => {
    let finish = () => {}
    const work = new Promise<void>((resolve) => {
      finish = resolve
    })
    const { logins } = getHashQueues()
    const running = [1, 2, 3].map(() => logins.run(() => work))
    await startListening(t.app)
    const { socket } = await connectChat(t.app, await t.make.signedIn())
    const misses = /^lantern_cache_requests_total{result="miss"/
    const before = readValue(await scrape(), misses)
    await t.call('getCourses', { page: 2 })
    const text = await scrape()
    const readQueues = (state: string) =>
      ['calls', 'renders', 'logins', 'hashes', 'pictures', 'pdfs'].map((queue) =>
        readValue(text, new RegExp(`^lantern_queue_${state}{queue="${queue}"`)),
      )
    expect(readQueues('running')).toEqual([0, 0, 2, 0, 0, 0])
    expect(readQueues('waiting')).toEqual([0, 0, 1, 0, 0, 0])
    expect(readValue(text, /^lantern_sockets/)).toBe(1)
    expect(readValue(text, misses)).toBe(before + 1)
    finish()
    await Promise.all(running)
    socket.terminate()
  })

  it('counts a reported error, but not a database that is away', async () => {
    const away = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    reportError(new Error('Failed query', { cause: away }), 'a job without a database')
    reportError(new Error('broken'), 'a broken job')
    const text = await scrape()
    expect(readValue(text, /^lantern_errors_total{.*source="a broken job"/)).toBe(1)
    expect(text).not.toContain('a job without a database')
    await eventually(async () =>
      expect(await t.db.select({ source: errorGroups.source }).from(errorGroups)).toEqual([{ source: 'a broken job' }]),
    )
  })

  it('answers scrapes at once with the same values', async () => {
    const texts = await Promise.all(Array.from({ length: 5 }, scrape))
    for (const text of texts) {
      expect(readValue(text, /^lantern_database_ready/)).toBe(1)
      expect(readValue(text, /^lantern_disk_free_bytes/)).toBe(1e12)
      expect(readValue(text, /^lantern_processes_expected/)).toBe(1)
      expect(readValue(text, /^lantern_maintenance/)).toBe(0)
    }
    const starts = texts.map((text) => readValue(text, /^lantern_process_start_time_seconds/))
    expect(new Set(starts).size).toBe(1)
  })

  it('says when the last complete and the last failed backup were begun, and how often they are due', async () => {
    expect(readValue(await scrape(), /^lantern_backup_last_success_timestamp_seconds/)).toBe(0)
    const scheduled = await t.startSecondServer({ METRICS_TOKEN: TOKEN, BACKUP_EVERY: '1d' })
    const begun = { succeeded: new Date('2026-03-01T02:00:00Z'), failed: new Date('2026-03-02T02:00:00Z') }
    for (const status of ['succeeded', 'failed'] as const)
      for (const daysBefore of [0, 1]) {
        const startedAt = new Date(begun[status].getTime() - daysBefore * 86_400_000)
        await t.db.insert(backups).values({ kind: 'scheduled', location: '/srv/backups', status, startedAt })
      }
    for (const status of ['running', 'succeeded', 'failed'] as const)
      await t.db.insert(backups).values({ kind: 'manual', location: '/srv/backups', status })
    const stopped = { kind: 'scheduled', status: 'failed', problem: STOPPED } as const
    await t.db.insert(backups).values({ ...stopped, location: '/srv/backups' })
    const { body } = await scheduled.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
    expect(readValue(body, /^lantern_backup_last_success_timestamp_seconds/)).toBe(begun.succeeded.getTime() / 1_000)
    expect(readValue(body, /^lantern_backup_last_failure_timestamp_seconds/)).toBe(begun.failed.getTime() / 1_000)
    expect(readValue(body, /^lantern_backup_interval_seconds/)).toBe(86_400)
    await scheduled.close()
  })

  it('answers in maintenance and while the database is away', async () => {
    const other = await createTestApp({ METRICS_TOKEN: TOKEN })
    await other.database.close()
    const { statusCode, body } = await other.app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    await other.close()
    expect(statusCode).toBe(200)
    expect(readValue(body, /^lantern_database_ready/)).toBe(0)
    expect(body).not.toMatch(/^lantern_mails_waiting[{ ]/m)
  })
})

import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mails } from '#server/platform/db/schema.ts'
import { eventually } from '#server/testing/eventually.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { buildApp } from '#server/app.ts'
import { withRequestId } from './request-id.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'

interface LogLine extends Record<string, unknown> {
  msg: string
  requestId?: string
}

const t = useTestApp()
const lines: LogLine[] = []
let app: FastifyInstance
beforeAll(async () => {
  app = await open({ trustProxy: 1 })
  app.get('/api/test/slow-query', async () => {
    await t.db.execute(sql`select pg_sleep(${0.3}), ${'a secret value'}::text`)
    return 'done'
  })
  app.get('/test/fails', () => Promise.reject(new Error('broken')))
  for (const url of ['/api/test/slow', '/uploads/slow/download']) app.get(url, () => sleep(1_001, 'done'))
})
afterAll(() => app.close())
beforeEach(() => void (lines.length = 0))

const open = (changes: object) =>
  buildApp({
    env: { ...t.env, logLevel: 'debug', ...changes },
    database: t.database,
    logStream: { write: (line) => void lines.push(JSON.parse(line)) },
  })

const find = (msg: string) => lines.filter((line) => line.msg === msg)

describe('The request id', () => {
  it('is in every answer, and different each time', async () => {
    const ids = await Promise.all(
      ['/healthz', '/healthz', '/nowhere', '/api/session', '/%zz'].map(
        async (url) => (await app.inject(url)).headers['x-request-id'],
      ),
    )
    for (const id of ids) expect(id).toMatch(/^[\w.:-]{8,64}$/)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('is the proxy’s when it is well-formed and comes from a trusted proxy', async () => {
    const ask = async (id: string, asked = app) =>
      (await asked.inject({ url: '/healthz', headers: { 'x-request-id': id } })).headers['x-request-id']
    const id = '0af7651916cd43dd8448eb211c80319c'
    expect(await ask(id)).toBe(id)
    for (const bad of ['short', 'x'.repeat(65), 'has space', '{"level":60}', 'ünïcödé-id', ''])
      expect(await ask(bad)).not.toBe(bad)
    const untrusting = await open({ trustProxy: false })
    expect(await ask(id, untrusting)).not.toBe(id)
    await untrusting.close()
    const others = await open({ trustProxy: ['10.0.0.0/8'] })
    expect(await ask(id, others)).not.toBe(id)
    await others.close()
  })

  it('is in the line of a failed request and of its error, with the route and without the query string', async () => {
    const { headers, statusCode, json } = await app.inject('/test/fails?code=835714')
    const requestId = headers['x-request-id']
    expect([statusCode, json().msg]).toEqual([500, `Something went wrong (request ${String(requestId)})`])
    expect(find('internal')).toMatchObject([{ requestId, err: { message: 'broken' } }])
    expect(find('request failed')).toMatchObject([
      { requestId, route: '/test/fails', status: 500, req: { method: 'GET', path: '/test/fails' } },
    ])
    expect(JSON.stringify(lines)).not.toContain('835714')
  })

  it('is in the line of a slow query, which has the statement without its values', async () => {
    const [first, second] = await Promise.all([app.inject('/api/test/slow-query'), app.inject('/api/test/slow-query')])
    expect(find('query was slow').map(({ requestId }) => requestId)).toEqual(
      expect.arrayContaining([first.headers['x-request-id'], second.headers['x-request-id']]),
    )
    expect(find('query was slow')[0]).toMatchObject({ query: expect.stringContaining('pg_sleep($1)') })
    expect(JSON.stringify(lines)).not.toContain('a secret value')
  })

  it('goes with an email from the request that queued it to the line of its delivery', async () => {
    const { email } = await t.make.user()
    const { headers } = await app.inject({ method: 'POST', url: '/api/forgotPass', payload: { email } })
    await eventually(() =>
      expect(find('email sent')).toMatchObject([{ kind: 'reset-code', requestId: headers['x-request-id'] }]),
    )
  })

  it('stays with an email that another process sends', async () => {
    // Seen by no mailer, which would send and delete it.
    await t.db.transaction(async (tx) => {
      await withRequestId('the-request-that-asked', () =>
        queueMail(tx, { kind: 'welcome', toEmail: 'a@mail.example', userId: null }),
      )
      const [row] = await tx.select({ requestId: mails.requestId }).from(mails)
      expect(row).toEqual({ requestId: 'the-request-that-asked' })
      await tx.delete(mails)
    })
  })
})

describe('LOG_REQUESTS', () => {
  it('logs slow requests by default, and no downloads or others', async () => {
    await Promise.all(['/api/test/slow', '/uploads/slow/download', '/healthz'].map((url) => app.inject(url)))
    expect(find('request was slow')).toMatchObject([{ route: 'test/slow', status: 200 }])
    expect(find('request was slow')[0]?.durationMs).toBeGreaterThan(1_000)
    expect(find('request')).toEqual([])
  })

  it('logs every request by the name of its call when it is all, and none when it is off', async () => {
    const all = await open({ logRequests: 'all' })
    const off = await open({ logRequests: 'off' })
    for (const asked of [all, off]) await asked.inject('/api/session?token=835714')
    expect(find('request')).toMatchObject([
      { route: 'session', status: 200, req: { path: '/api/session' }, requestId: expect.any(String) },
    ])
    for (const asked of [all, off]) await asked.close()
  })
})

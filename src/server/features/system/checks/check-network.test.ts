import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { readEnv } from '#server/env.ts'
import { serverProcesses } from '#server/platform/db/schema.ts'
import { ProcessStats } from '#server/platform/metrics/process-stats.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { writeReport } from '../process-reports.ts'
import { ProxyObserver } from '../proxy-observer.ts'
import { checkProxy } from './check-proxy.ts'
import { checkPublicUrl, toCertificateCheck } from './check-public-url.ts'
import { runChecks } from './run-checks.ts'
import { createCertificate, createTarget, find } from '#server/testing/check-target.ts'

const t = useTestApp()
const target = createTarget(t)

describe('The check of the certificate', () => {
  const now = new Date('2026-11-22')
  it.each([
    ['2027-01-30', 'ok'],
    ['2026-12-01', 'warning'],
    ['2026-11-20', 'error'],
  ])('calls an end on %s %s', (end, status) =>
    expect(toCertificateCheck({ expires: new Date(end) }, now)).toMatchObject({
      status,
      text: expect.stringContaining(end),
    }),
  )

  it('calls one that browsers refuse a problem', async () => {
    const server = createTlsServer(createCertificate(t.dataDir), (_, response) => response.end())
    await new Promise<void>((done) => server.listen(0, done))
    const { port } = server.address() as AddressInfo
    const checks = await checkPublicUrl(target({ publicUrl: `https://localhost:${port}` }))
    await new Promise((done) => server.close(done))
    expect(find(checks, 'certificate')).toMatchObject({
      status: 'error',
      text: expect.stringMatching(/^It is self-signed/),
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
    ['a proxy that does not tell the protocol', observe({ 'x-forwarded-for': '1.2.3.4' }), ['warning']],
    ['users over https', observe({}, { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'https' }), ['ok']],
  ])('knows %s', async (_, proxy, expected) => {
    const checks = await checkProxy(target(env, { proxy }))
    expect(checks.map(({ status }) => status)).toEqual(expected)
    expect(await checkProxy(target({ trustProxy: false }, { proxy }))).toEqual([])
  })
})

describe('The check of the proxy beside a running server', () => {
  afterEach(() => t.db.delete(serverProcesses))

  it.each([
    ['no report', null, []],
    ['no forwarded request', {}, ['warning']],
    ['no protocol', { 'x-forwarded-for': '1.2.3.4' }, ['warning']],
    ['https', { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-proto': 'https' }, ['ok']],
  ])('reads what a server has reported: %s', async (_, headers: Record<string, string> | null, expected) => {
    const proxy = new ProxyObserver()
    const stats = new ProcessStats()
    if (headers) {
      proxy.observe({ headers })
      await writeReport({ db: t.db, stats, countSockets: () => 0, proxy })
    }
    stats.stop()
    const checks = await runChecks(target({ trustProxy: 1, publicUrl: 'https://localhost:1' }))
    expect(checks.filter(({ code }) => code === 'proxy_headers').map(({ status }) => status)).toEqual(expected)
  })
})

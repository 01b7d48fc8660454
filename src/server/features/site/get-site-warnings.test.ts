import { expect, test } from 'vitest'
import type { SiteWarning } from '#server/platform/warnings.ts'
import { createTestApp, type TestApp, useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

async function getWarnings({ make, call }: Pick<TestApp, 'make' | 'call'>): Promise<SiteWarning[]> {
  const { cookie } = await make.signedIn({ role: 'admin' })
  const { status, body } = await call('getSiteWarnings', {}, cookie)
  expect(status).toBe(200)
  return body.msg as SiteWarning[]
}

const getCodes = async (app: TestApp) => (await getWarnings(app)).map(({ code }) => code)

test('returns 401 to visitors and 403 to students', async () => {
  const student = await t.make.signedIn()
  expect((await t.call('getSiteWarnings', {})).status).toBe(401)
  expect((await t.call('getSiteWarnings', {}, student.cookie)).status).toBe(403)
})

test('returns nothing for a set-up without faults', async () => {
  const secure = await createTestApp({
    THROTTLE: 'on',
    PAYMENT_INSTRUCTIONS: 'Transfer it.',
    PUBLIC_URL: 'https://learn.example.org',
  })
  const { cookie } = await secure.make.signedIn({ role: 'admin' })
  const { body } = await secure.call('getSiteWarnings', {}, cookie.replace('sid', '__Host-sid'))
  expect(body.msg).toEqual([])
  await secure.close()
})

test.each([
  ['http://learn.example.org', ['insecure_url', 'throttle_off', 'payment_instructions']],
  ['http://192.168.0.7:3000', ['insecure_url', 'throttle_off', 'payment_instructions']],
  ['http://localhost.example.org', ['insecure_url', 'throttle_off', 'payment_instructions']],
  ['http://127.0.0.2:3000', ['throttle_off']],
  ['http://learn.localhost', ['throttle_off']],
])('names the faults of PUBLIC_URL=%s', async (publicUrl, codes) => {
  const server = await t.startSecondServer({ PUBLIC_URL: publicUrl })
  expect(await getCodes(server)).toEqual(codes)
  await server.close()
})

test('warns of the demo academy on a public address', async () => {
  const server = await t.startSecondServer({ PUBLIC_URL: 'http://learn.example.org', DEMO: 'on' })
  expect(await getCodes(server)).toContain('demo_academy')
  await server.close()
})

test.each(['x-forwarded-for', 'forwarded'])('warns once when %s arrives while TRUST_PROXY is off', async (header) => {
  const server = await t.startSecondServer({})
  expect(await getCodes(server)).not.toContain('proxy_not_trusted')
  for (let n = 0; n < 3; n++) await server.app.inject({ url: '/healthz', headers: { [header]: '10.0.0.1' } })
  expect((await getCodes(server)).filter((code) => code === 'proxy_not_trusted')).toHaveLength(1)
  await server.close()
})

test('does not warn of forwarded headers from a trusted proxy', async () => {
  const server = await t.startSecondServer({ TRUST_PROXY: '1' })
  await server.app.inject({ url: '/healthz', headers: { 'x-forwarded-for': '10.0.0.1' } })
  expect(await getCodes(server)).not.toContain('proxy_not_trusted')
  await server.close()
})

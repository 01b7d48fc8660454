import { expect, test } from 'vitest'
import { site } from '#server/platform/db/schema.ts'
import { eventually } from '#server/testing/eventually.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { buildApp } from '#server/app.ts'

const t = useTestApp()

test('returns true when no record exists', async () => {
  const answer = await t.call('getMaintenace', {})
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ status: true, msg: [{ status: true }] })
})

test('returns the stored status after a restart', async () => {
  for (const running of [false, true]) {
    await t.db.insert(site).values({ running }).onConflictDoUpdate({ target: site.id, set: { running } })
    const app = await buildApp({ env: t.env, database: t.database })
    expect((await app.inject('/api/getMaintenace')).json()).toEqual({ status: true, msg: [{ status: running }] })
    await app.close()
  }
})

test('answers from memory while the database is unavailable, when all other calls return 503', async () => {
  const [seen, unseen] = [await t.make.signedIn(), await t.make.signedIn()]
  await t.call('session', {}, seen.cookie)
  expect((await t.app.inject('/readyz')).statusCode).toBe(200)
  await t.database.close()
  const ask = (url: string, cookie = '') => t.app.inject({ url, headers: { cookie } })
  for (const cookie of ['', seen.cookie, unseen.cookie, 'sid=nonsense']) {
    const response = await ask('/api/getMaintenace', cookie)
    expect([response.statusCode, response.json()]).toEqual([200, { status: true, msg: [{ status: true }] }])
  }
  // Its last answer is kept for a second.
  await eventually(async () => {
    const ready = await ask('/readyz')
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { status: false, code: 'not_ready', msg: 'The database does not answer or takes no writes' },
    ])
    expect(Number(ready.headers['retry-after'])).toBeGreaterThan(0)
  })
  expect((await ask('/healthz')).statusCode).toBe(200)
  for (const url of ['/api/session', '/uploads/00000000000000000000000000000000.webm']) {
    const startedAt = performance.now()
    const response = await ask(url, unseen.cookie)
    expect([url, response.statusCode, response.json().code]).toEqual([url, 503, 'not_ready'])
    expect(Number(response.headers['retry-after'])).toBeGreaterThan(0)
    expect(performance.now() - startedAt).toBeLessThan(2_500)
  }
  const login = await t.call('login', { email: seen.email, password: 'whatever it is' })
  expect([login.status, login.body.data]).toEqual([503, 'The service is not ready. Try again in a moment'])
})

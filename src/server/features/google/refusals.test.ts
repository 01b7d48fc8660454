import { eq } from 'drizzle-orm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { systemLog } from '#server/platform/db/schema.ts'
import { type GoogleApp, createClaims, useGoogleApp } from '#server/testing/accounts/google-sign-in.ts'
import { CLIENT } from '#server/testing/accounts/oidc-provider.ts'

const EXPIRED = '/login?error=google_expired'

const t = useGoogleApp()
let before: Awaited<ReturnType<GoogleApp['countRows']>>
beforeEach(async () => {
  before = await t.countRows()
})
afterEach(() => vi.useRealTimers())

const expectNothingCreated = async () => expect(await t.countRows()).toEqual(before)

const countLogged = () => t.db.$count(systemLog, eq(systemLog.message, 'Failed to log in with Google'))

test('redirects to the login when the user declines at Google, and logs the failure', async () => {
  const logged = await countLogged()
  const { status, location, session } = await t.signIn(null)
  expect([status, location, session]).toEqual([302, '/login?error=google_denied', undefined])
  expect(await countLogged()).toBe(logged + 1)
  await expectNothingCreated()
})

test('refuses a callback without the cookie of an attempt', async () => {
  const { callbackPath } = await t.authorizeAs(createClaims())
  for (const cookie of [
    undefined,
    'google=',
    'google=nonsense',
    `google=${Buffer.from('{"state":1}').toString('base64url')}`,
  ]) {
    const { location, session } = await t.get(callbackPath, cookie)
    expect([location, session]).toEqual([EXPIRED, undefined])
  }
  await expectNothingCreated()
})

test('logs 25 failures of a network in five minutes', async () => {
  const server = await t.startSecondServer({ THROTTLE: 'on' })
  const logged = await countLogged()
  const stored = JSON.stringify({ state: 'a', nonce: 'b', verifier: 'c' })
  const headers = { cookie: `google=${Buffer.from(stored).toString('base64url')}` }
  const callback = { url: '/api/auth/google/callback?code=a', headers }
  for (let i = 0; i < 26; i++) expect((await server.app.inject(callback)).headers.location).toBe(EXPIRED)
  expect(await countLogged()).toBe(logged + 25)
  await server.close()
})

test('refuses a callback that belongs to another browser', async () => {
  const attacker = await t.authorizeAs(createClaims())
  const { attempt } = await t.startSignIn()
  const { location, session, headers } = await t.get(attacker.callbackPath, attempt)
  expect([location, session]).toEqual([EXPIRED, undefined])
  expect(String(headers['set-cookie'])).toMatch(/^google=;/)
  await expectNothingCreated()
})

test.each([
  ['another state', (way: URL) => way.searchParams.set('state', 'x'.repeat(43))],
  ['no state', (way: URL) => way.searchParams.delete('state')],
  ['two states', (way: URL) => way.searchParams.append('state', 'x')],
  ['another issuer', (way: URL) => way.searchParams.set('iss', 'https://evil.example')],
  ['no issuer', (way: URL) => way.searchParams.delete('iss')],
  ['a made-up code', (way: URL) => way.searchParams.set('code', 'x'.repeat(43))],
])('refuses a callback with %s', async (_what, change) => {
  const { callbackPath, attempt } = await t.authorizeAs(createClaims())
  const way = new URL(callbackPath, 'http://localhost')
  change(way)
  const { location, session } = await t.get(`${way.pathname}${way.search}`, attempt)
  expect([location, session]).toEqual([EXPIRED, undefined])
  await expectNothingCreated()
})

test('refuses a callback with an empty or malformed query', async () => {
  for (const query of ['', '?', '?code', '?%', '?code=%00', `?state=${'x'.repeat(4_000)}`]) {
    const { attempt } = await t.startSignIn()
    const { status, location, session } = await t.get(`/api/auth/google/callback${query}`, attempt)
    expect([status, session]).toEqual([302, undefined])
    expect(location).toMatch(/^\/login\?error=google_(expired|unavailable)$/)
  }
  await expectNothingCreated()
})

test('refuses a code of another attempt even with a valid state', async () => {
  const stolen = new URL((await t.authorizeAs(createClaims())).callbackPath, 'http://localhost')
  const own = await t.authorizeAs(createClaims())
  const way = new URL(own.callbackPath, 'http://localhost')
  way.searchParams.set('code', stolen.searchParams.get('code') ?? '')
  const { location, session } = await t.get(`${way.pathname}${way.search}`, own.attempt)
  expect([location, session]).toEqual([EXPIRED, undefined])
  await expectNothingCreated()
})

test('accepts a callback once', async () => {
  const { callbackPath, attempt } = await t.authorizeAs(createClaims())
  const first = await t.get(callbackPath, attempt)
  expect(await t.getUserId(first.session)).toEqual(expect.any(Number))
  const second = await t.get(callbackPath, attempt)
  expect([second.location, second.session]).toEqual([EXPIRED, undefined])
})

test('refuses a code that has expired', async () => {
  const { callbackPath, attempt } = await t.authorizeAs(createClaims())
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61_000 })
  const { location, session } = await t.get(callbackPath, attempt)
  expect([location, session]).toEqual([EXPIRED, undefined])
  await expectNothingCreated()
})

test('ignores redirect targets in the query', async () => {
  const { callbackPath, attempt } = await t.authorizeAs(createClaims())
  for (const name of ['next', 'returnTo', 'redirect', 'redirect_uri', 'nextPage']) {
    const { address } = await t.startSignIn(`?${name}=https://evil.example`)
    expect(address).not.toContain('evil.example')
  }
  const { location } = await t.get(`${callbackPath}&next=https://evil.example&returnTo=//evil.example`, attempt)
  expect(location).toBe('/')
})

test("ignores the request's Host header", async () => {
  const { headers } = await t.app.inject({
    url: '/api/auth/google',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  })
  expect(headers.location).toContain(encodeURIComponent('http://localhost:3000/api/auth/google/callback'))
  expect(headers.location).not.toContain('evil.example')
})

test('returns 404 on both URLs when Google is not set up', async () => {
  const without = await t.startSecondServer({ GOOGLE_CLIENT_ID: '', GOOGLE_CLIENT_SECRET: '' })
  for (const url of ['/api/auth/google', '/api/auth/google/callback?code=x&state=y']) {
    const response = await without.app.inject({ url })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ status: false, code: 'not_configured', msg: 'This isn’t set up on this site' })
  }
  expect((await without.call('getSignInMethods', {})).body.msg).toEqual({ google: false, passkeys: true })
  await without.close()
  expect((await t.call('getSignInMethods', {})).body.msg).toEqual({ google: true, passkeys: true })
})

test('writes no code, state, nonce, verifier or secret to the log at trace level', async () => {
  const lines: string[] = []
  const app = await buildApp({
    env: { ...t.env, logLevel: 'trace' },
    database: t.database,
    logStream: { write: (line) => lines.push(line) },
  })
  const secrets: string[] = [CLIENT.secret]
  for (const spoil of ['', 'x']) {
    const { callbackPath, attempt } = await t.authorizeAs(createClaims())
    const stored: Record<string, string> = JSON.parse(
      Buffer.from(attempt.slice('google='.length), 'base64url').toString(),
    )
    secrets.push(
      attempt,
      ...Object.values(stored),
      new URL(callbackPath, 'http://localhost').searchParams.get('code') ?? 'none',
    )
    for (const cookie of [attempt, attempt]) await app.inject({ url: `${callbackPath}${spoil}`, headers: { cookie } })
  }
  await app.inject({
    url: '/api/auth/google/callback?error=access_denied&error_description=canary',
    headers: { cookie: secrets[1] },
  })
  await app.close()
  expect(lines.join('')).toContain('google_expired')
  for (const secret of [...secrets, 'canary']) expect(lines.filter((line) => line.includes(secret))).toEqual([])
})

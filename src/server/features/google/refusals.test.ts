import { beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { type GoogleApp, createClaims, useGoogleApp } from '#server/testing/google-sign-in.ts'
import { CLIENT } from '#server/testing/oidc-provider.ts'
import { createTestApp } from '#server/testing/test-app.ts'

const EXPIRED = '/login?error=google_expired'

const t = useGoogleApp()
let before: Awaited<ReturnType<GoogleApp['countRows']>>
beforeEach(async () => {
  t.provider.codeSeconds = 60
  before = await t.countRows()
})

const expectNothingMade = async () => expect(await t.countRows()).toEqual(before)

test('who says no at Google is told so, and not signed in', async () => {
  const { status, location, session } = await t.signIn(null)
  expect([status, location, session]).toEqual([302, '/login?error=google_denied', undefined])
  await expectNothingMade()
})

test('an answer without the cookie of an attempt signs nobody in', async () => {
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
  await expectNothingMade()
})

test("an answer meant for somebody else's browser signs nobody in there", async () => {
  const attacker = await t.authorizeAs(createClaims())
  const { attempt } = await t.startSignIn()
  const { location, session, headers } = await t.get(attacker.callbackPath, attempt)
  expect([location, session]).toEqual([EXPIRED, undefined])
  expect(String(headers['set-cookie'])).toMatch(/^google=;/)
  await expectNothingMade()
})

test.each([
  ['another state', (way: URL) => way.searchParams.set('state', 'x'.repeat(43))],
  ['no state', (way: URL) => way.searchParams.delete('state')],
  ['two states', (way: URL) => way.searchParams.append('state', 'x')],
  ['another issuer', (way: URL) => way.searchParams.set('iss', 'https://evil.example')],
  ['no issuer', (way: URL) => way.searchParams.delete('iss')],
  ['a made-up code', (way: URL) => way.searchParams.set('code', 'x'.repeat(43))],
])('an answer with %s signs nobody in', async (_what, change) => {
  const { callbackPath, attempt } = await t.authorizeAs(createClaims())
  const way = new URL(callbackPath, 'http://localhost')
  change(way)
  const { location, session } = await t.get(`${way.pathname}${way.search}`, attempt)
  expect([location, session]).toEqual([EXPIRED, undefined])
  await expectNothingMade()
})

test('an answer with nothing in it signs nobody in', async () => {
  for (const query of ['', '?', '?code', '?%', '?code=%00', `?state=${'x'.repeat(4_000)}`]) {
    const { attempt } = await t.startSignIn()
    const { status, location, session } = await t.get(`/api/auth/google/callback${query}`, attempt)
    expect([status, session]).toEqual([302, undefined])
    expect(location).toMatch(/^\/login\?error=google_(expired|unavailable)$/)
  }
  await expectNothingMade()
})

test('a code from another attempt is refused, whatever the state', async () => {
  const stolen = new URL((await t.authorizeAs(createClaims())).callbackPath, 'http://localhost')
  const own = await t.authorizeAs(createClaims())
  const way = new URL(own.callbackPath, 'http://localhost')
  way.searchParams.set('code', stolen.searchParams.get('code') ?? '')
  const { location, session } = await t.get(`${way.pathname}${way.search}`, own.attempt)
  expect([location, session]).toEqual([EXPIRED, undefined])
  await expectNothingMade()
})

test('the way back leads to a session once, and no second time', async () => {
  const { callbackPath, attempt } = await t.authorizeAs(createClaims())
  const first = await t.get(callbackPath, attempt)
  expect(await t.getUserId(first.session)).toBeDefined()
  const second = await t.get(callbackPath, attempt)
  expect([second.location, second.session]).toEqual([EXPIRED, undefined])
})

test('who takes too long at Google starts again', async () => {
  t.provider.codeSeconds = 1
  const { callbackPath, attempt } = await t.authorizeAs(createClaims())
  await new Promise((done) => setTimeout(done, 2_100))
  const { location, session } = await t.get(callbackPath, attempt)
  expect([location, session]).toEqual([EXPIRED, undefined])
  await expectNothingMade()
})

test('neither step leads anywhere that the query names', async () => {
  const { callbackPath, attempt } = await t.authorizeAs(createClaims())
  for (const name of ['next', 'returnTo', 'redirect', 'redirect_uri', 'nextPage']) {
    const { address } = await t.startSignIn(`?${name}=https://evil.example`)
    expect(address).not.toContain('evil.example')
  }
  const { location } = await t.get(`${callbackPath}&next=https://evil.example&returnTo=//evil.example`, attempt)
  expect(location).toBe('/')
})

test('a foreign host name in the request changes nothing', async () => {
  const { headers } = await t.app.inject({
    url: '/api/auth/google',
    headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
  })
  expect(headers.location).toContain(encodeURIComponent('http://localhost:3000/api/auth/google/callback'))
  expect(headers.location).not.toContain('evil.example')
})

test('where Google is not set up, both addresses say so in the envelope', async () => {
  const without = await createTestApp()
  for (const url of ['/api/auth/google', '/api/auth/google/callback?code=x&state=y']) {
    const response = await without.app.inject({ url })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toEqual({ status: false, code: 'not_configured', msg: 'This is not set up here' })
  }
  expect((await without.call('getSignInMethods', {})).body.msg).toEqual({ google: false })
  await without.close()
  expect((await t.call('getSignInMethods', {})).body.msg).toEqual({ google: true })
})

test('no code, state, nonce, verifier or secret reaches the log, at the most talkative level', async () => {
  const lines: string[] = []
  const app = await buildApp({
    env: { ...t.env, logLevel: 'trace' },
    database: t.database,
    logStream: { write: (line) => lines.push(line) },
  })
  const secrets: string[] = [CLIENT.secret]
  for (const spoil of ['', 'x']) {
    const { callbackPath, attempt } = await t.authorizeAs(createClaims())
    const kept: Record<string, string> = JSON.parse(
      Buffer.from(attempt.slice('google='.length), 'base64url').toString(),
    )
    secrets.push(
      attempt,
      ...Object.values(kept),
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

import { expect, test } from 'vitest'
import { createClaims, useGoogleApp } from '#server/testing/accounts/google-sign-in.ts'

const UNAVAILABLE = '/login?error=google_unavailable'

const t = useGoogleApp()

test('starts while Google is unavailable and signs users in once it is back', async () => {
  await t.provider.goOffline()
  const away = await t.get('/api/auth/google')
  expect([away.status, away.location, away.headers['set-cookie']]).toEqual([302, UNAVAILABLE, undefined])
  expect((await t.get('/healthz')).status).toBe(200)
  await t.provider.goOnline()
  expect(await t.getUserId((await t.signIn(createClaims())).session)).toEqual(expect.any(Number))
})

test('starts no session when Google is unavailable during the callback', async () => {
  const claims = createClaims()
  const { callbackPath, attempt } = await t.authorizeAs(claims)
  await t.provider.goOffline()
  const before = await t.countRows()
  const away = await t.get(callbackPath, attempt)
  expect([away.status, away.location, away.session]).toEqual([302, UNAVAILABLE, undefined])
  expect(String(away.headers['set-cookie'])).toMatch(/^google=;/)
  expect(await t.countRows()).toEqual(before)
  await t.provider.goOnline()
  expect(await t.getUserId((await t.signIn(claims)).session)).toEqual(expect.any(Number))
})

import { expect, test } from 'vitest'
import { createClaims, useGoogleApp } from '#server/testing/google-sign-in.ts'

const UNAVAILABLE = '/login?error=google_unavailable'

const t = useGoogleApp()

test('with Google away from the start the product runs, and signs in with it once it is there', async () => {
  await t.provider.goOffline()
  const away = await t.get('/api/auth/google')
  expect([away.status, away.location, away.headers['set-cookie']]).toEqual([302, UNAVAILABLE, undefined])
  expect((await t.get('/healthz')).status).toBe(200)
  await t.provider.goOnline()
  expect(await t.getUserId((await t.signIn(createClaims())).session)).toBeDefined()
})

test('with Google away on the way back nobody is signed in, and the next attempt after it is back succeeds', async () => {
  const person = createClaims()
  const { callbackPath, attempt } = await t.authorizeAs(person)
  await t.provider.goOffline()
  const before = await t.countRows()
  const away = await t.get(callbackPath, attempt)
  expect([away.status, away.location, away.session]).toEqual([302, UNAVAILABLE, undefined])
  expect(String(away.headers['set-cookie'])).toMatch(/^google=;/)
  expect(await t.countRows()).toEqual(before)
  await t.provider.goOnline()
  expect(await t.getUserId((await t.signIn(person)).session)).toBeDefined()
})

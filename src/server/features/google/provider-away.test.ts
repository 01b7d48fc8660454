import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GoogleApp, googleApp, somebody } from '#server/testing/google-sign-in.ts'

const UNAVAILABLE = '/login?error=google_unavailable'

let t: GoogleApp
beforeAll(async () => {
  t = await googleApp()
})
afterAll(() => t.close())

test('with Google away from the start the product runs, and signs in with it once it is there', async () => {
  await t.provider.goAway()
  const away = await t.get('/api/auth/google')
  expect([away.status, away.location, away.headers['set-cookie']]).toEqual([302, UNAVAILABLE, undefined])
  expect((await t.get('/healthz')).status).toBe(200)
  await t.provider.comeBack()
  expect(await t.idOf((await t.signIn(somebody())).session)).toBeDefined()
})

test('with Google away on the way back nobody is signed in, and the next attempt after it is back succeeds', async () => {
  const person = somebody()
  const { back, attempt } = await t.goAs(person)
  await t.provider.goAway()
  const before = await t.counts()
  const away = await t.get(back, attempt)
  expect([away.status, away.location, away.session]).toEqual([302, UNAVAILABLE, undefined])
  expect(String(away.headers['set-cookie'])).toMatch(/^google=;/)
  expect(await t.counts()).toEqual(before)
  await t.provider.comeBack()
  expect(await t.idOf((await t.signIn(person)).session)).toBeDefined()
})

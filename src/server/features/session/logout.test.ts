import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

const sessionsOf = (userId: number) => t.db.select().from(sessions).where(eq(sessions.userId, userId))

test('rejects a request from another site', async () => {
  const me = await t.make.signedIn()
  for (const headers of [
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const response = await t.app.inject({ url: '/api/logout', headers: { ...headers, cookie: me.cookie } })
    expect([response.statusCode, response.json().code]).toEqual([403, 'cross_site'])
    expect(response.headers['set-cookie']).toBeUndefined()
  }
  expect(await sessionsOf(me.id)).toHaveLength(1)
})

test('ends the session, clears the cookie and keeps the saved theme', async () => {
  const me = await t.make.signedIn()
  const elsewhere = await t.make.cookie(me.id)
  const answer = await t.call('logout', {}, me.cookie)
  expect(answer.body).toEqual({ status: true, msg: 'You are logged out' })
  expect(answer.headers['clear-site-data']).toBe('"cache"')
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^sid=; Max-Age=0; Path=\/;|^sid=; Path=\/; Expires=Thu, 01 Jan 1970/,
  )
  expect(await sessionsOf(me.id)).toHaveLength(1)
  expect((await t.call('session', {}, me.cookie)).body.msg).toEqual({ loggedIn: false, userData: [] })
  expect(await t.isLoggedIn(elsewhere)).toBe(true)
})

test('succeeds without a session', async () => {
  const me = await t.make.signedIn()
  for (const cookie of [me.cookie, me.cookie, undefined, 'sid=nonsense']) {
    expect((await t.call('logout', {}, cookie)).status).toBe(200)
  }
})

test('rejects the cookie afterwards', async () => {
  const me = await t.make.signedIn()
  expect((await t.call('getUserData', {}, me.cookie)).status).toBe(200)
  await t.call('logout', {}, me.cookie)
  expect((await t.call('getUserData', {}, me.cookie)).status).toBe(401)
})

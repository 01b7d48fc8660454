import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

/** Two sessions of one user, both cached by the server. */
async function createTwoSessions() {
  const me = await t.make.signedIn()
  const hereId = at(await t.db.select().from(sessions).where(eq(sessions.userId, me.id))).id
  const there = await t.make.cookie(me.id)
  const rows = await t.db.select().from(sessions).where(eq(sessions.userId, me.id))
  const thereId = at(rows.filter(({ id }) => id !== hereId)).id
  expect([await t.isLoggedIn(me.cookie), await t.isLoggedIn(there)]).toEqual([true, true])
  return { ...me, hereId, there, thereId }
}

test('returns 401 when a visitor asks', async () => {
  const { hereId, cookie } = await createTwoSessions()
  expect((await t.call('endSession', { session_id: hereId })).status).toBe(401)
  expect((await t.call('endOtherSessions', {})).status).toBe(401)
  expect(await t.isLoggedIn(cookie)).toBe(true)
})

test.each([undefined, null, 0, -1, 1.5, 'x', '', [1], {}, '9'.repeat(16)])(
  'returns 400 for the session id %j',
  async (session_id) => {
    const { cookie } = await createTwoSessions()
    expect((await t.send('endSession', { session_id }, cookie)).status).toBe(400)
  },
)

test('returns 404 for the session of another user and keeps it', async () => {
  const [me, other] = [await createTwoSessions(), await createTwoSessions()]
  const admin = await t.make.signedIn({ role: 'admin' })
  for (const cookie of [me.cookie, admin.cookie]) {
    const answer = await t.call('endSession', { session_id: other.hereId }, cookie)
    expect([answer.status, answer.body]).toEqual([
      404,
      { status: false, code: 'session_not_found', msg: 'This session has already ended' },
    ])
  }
  expect(await t.isLoggedIn(other.cookie)).toBe(true)
})

test('ends another session of the user at once and keeps the current one', async () => {
  const { cookie, there, thereId } = await createTwoSessions()
  const answer = await t.call('endSession', { session_id: String(thereId) }, cookie)
  expect([answer.status, answer.body]).toEqual([200, { status: true, msg: 'That device was logged out' }])
  expect([await t.isLoggedIn(cookie), await t.isLoggedIn(there)]).toEqual([true, false])
  expect((await t.call('getAccount', {}, there)).status).toBe(401)
})

test('returns 404 when the session has already ended', async () => {
  const { cookie, thereId } = await createTwoSessions()
  await t.call('endSession', { session_id: thereId }, cookie)
  expect((await t.call('endSession', { session_id: thereId }, cookie)).status).toBe(404)
})

test('ends the current session', async () => {
  const { cookie, there, hereId } = await createTwoSessions()
  expect((await t.call('endSession', { session_id: hereId }, cookie)).status).toBe(200)
  expect([await t.isLoggedIn(cookie), await t.isLoggedIn(there)]).toEqual([false, true])
})

test('ends all other sessions of the user and none of other users', async () => {
  const [me, other] = [await createTwoSessions(), await createTwoSessions()]
  const third = await t.make.cookie(me.id)
  const answer = await t.call('endOtherSessions', {}, me.cookie)
  expect([answer.status, answer.body]).toEqual([200, { status: true, msg: 'You were logged out on all other devices' }])
  expect(
    await Promise.all([me.cookie, me.there, third, other.cookie, other.there].map((cookie) => t.isLoggedIn(cookie))),
  ).toEqual([true, false, false, true, true])
})

test('succeeds when there are no other sessions', async () => {
  const { cookie } = await t.make.signedIn()
  for (let n = 0; n < 2; n++) expect((await t.call('endOtherSessions', {}, cookie)).status).toBe(200)
  expect(await t.isLoggedIn(cookie)).toBe(true)
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { TEST_PASSWORD, toUserFields } from '#server/testing/accounts/users.ts'

const t = useTestApp()

test('returns 401 when a visitor asks', async () => {
  const user = await t.make.user()
  expect((await t.call('getUserData', { id: user.id })).status).toBe(401)
})

test('returns 403 when a student asks for another user', async () => {
  const [me, other] = [await t.make.signedIn(), await t.make.user()]
  for (const id of [other.id, String(other.id), 999_999_999]) {
    const answer = await t.call('getUserData', { id }, me.cookie)
    expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed'])
  }
})

test.each([0, -1, '1e3', [1], null])('returns 400 for the id %j', async (id) => {
  const me = await t.make.signedIn()
  expect((await t.send('getUserData', { id }, me.cookie)).status).toBe(400)
})

test("returns the user's own data with or without the id, without the password", async () => {
  const { cookie, ...me } = await t.make.signedIn({
    password: TEST_PASSWORD,
    birthdate: '1990-12-10',
    gender: 'Male',
    courseJoined: 3,
  })
  for (const input of [{}, { id: me.id }, { id: String(me.id) }]) {
    const { body } = await t.call('getUserData', input, cookie)
    expect(body.msg).toEqual({ data: [toUserFields(me, { isActive: true })] })
  }
})

test('returns any user to an admin and 404 for an unknown one', async () => {
  const [admin, other] = [await t.make.signedIn({ role: 'admin' }), await t.make.user()]
  const { body } = await t.call('getUserData', { id: other.id }, admin.cookie)
  expect(body.msg).toMatchObject({ data: [{ student_id: other.id, status_user: false }] })
  await t.db.delete(users).where(eq(users.id, other.id))
  const gone = await t.call('getUserData', { id: other.id }, admin.cookie)
  expect([gone.status, gone.body.msg]).toEqual([404, 'User not found'])
})

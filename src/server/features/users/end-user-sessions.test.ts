import { desc, eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import { emailChanges, sessions, systemLog } from '#server/platform/db/schema.ts'
import { connectChat } from '#server/testing/network/socket-client.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: { id: number; email: string; cookie: string }
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})

test('returns 401 to a visitor and 403 to a student', async () => {
  const [student, other] = [await t.make.signedIn(), await t.make.signedIn()]
  expect((await t.call('endUserSessions', { user_id: other.id })).status).toBe(401)
  expect((await t.call('endUserSessions', { user_id: other.id }, student.cookie)).status).toBe(403)
  expect(await t.isLoggedIn(other.cookie)).toBe(true)
})

test('returns 404 for an unknown user and logs nothing', async () => {
  const answer = await t.call('endUserSessions', { user_id: 999_999_999 }, admin.cookie)
  expect([answer.status, answer.body.code]).toEqual([404, 'user_not_found'])
  expect(await t.db.select().from(systemLog).where(eq(systemLog.studentId, admin.id))).toEqual([])
})

test('ends all sessions and sockets of the user at once and none of other users', async () => {
  const [student, other] = [await t.make.signedIn({ password: 'eleven green bottles' }), await t.make.signedIn()]
  const second = await t.make.cookie(student.id)
  const [ended, active] = [await connectChat(t.app, student), await connectChat(t.app, other)]
  for (const cookie of [student.cookie, second, other.cookie]) expect(await t.isLoggedIn(cookie)).toBe(true)
  const answer = await t.call('endUserSessions', { user_id: student.id }, admin.cookie)
  expect([answer.status, answer.body]).toEqual([200, { status: true, msg: 'The user was logged out on all devices' }])
  await ended.waitUntil(({ closeCode }) => closeCode === 4401)
  for (const cookie of [student.cookie, second]) expect(await t.isLoggedIn(cookie)).toBe(false)
  expect([await t.isLoggedIn(other.cookie), active.closeCode]).toEqual([true, undefined])
  expect(await t.db.select().from(sessions).where(eq(sessions.userId, student.id))).toEqual([])
  const [entry] = await t.db.select().from(systemLog).orderBy(desc(systemLog.id)).limit(1)
  expect(entry).toMatchObject({
    kind: 'user',
    message: `Signed ${student.email} out on all devices`,
    email: admin.email,
    studentId: admin.id,
  })
  expect((await t.call('login', { email: student.email, password: 'eleven green bottles' })).status).toBe(200)
  active.socket.terminate()
})

test('cancels a pending change of the email, and leaves the link that proves the account’s own', async () => {
  const [fresh, changing] = [await t.make.signedIn(), await t.make.signedIn()]
  const expiresAt = new Date(Date.now() + 60_000)
  await t.db.insert(emailChanges).values([
    { userId: fresh.id, newEmail: fresh.email, expiresAt },
    { userId: changing.id, newEmail: 'elsewhere@mail.example', expiresAt },
  ])
  for (const { id } of [fresh, changing])
    expect((await t.call('endUserSessions', { user_id: id }, admin.cookie)).status).toBe(200)
  expect((await t.db.select().from(emailChanges)).map(({ newEmail }) => newEmail)).toEqual([fresh.email])
})

test("succeeds when repeated and on the admin's own account", async () => {
  const away = await t.make.user()
  expect((await t.call('endUserSessions', { user_id: away.id }, admin.cookie)).status).toBe(200)
  const colleague = await t.make.signedIn({ role: 'admin' })
  expect((await t.call('endUserSessions', { user_id: colleague.id }, colleague.cookie)).status).toBe(200)
  expect(await t.isLoggedIn(colleague.cookie)).toBe(false)
})

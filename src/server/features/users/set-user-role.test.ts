import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { users } from '#server/platform/db/schema.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { eventually } from '#server/testing/eventually.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'
import { TEST_PASSWORD } from '#server/testing/accounts/users.ts'

const t = useTestApp()

const createUser = (values: Parameters<typeof t.make.signedIn>[0] = {}) =>
  t.make.signedIn({ password: TEST_PASSWORD, emailVerifiedAt: new Date(), ...values })
const createAdmin = () => createUser({ role: 'admin' })

const setRole = (cookie: string, user_id: number, role: 'student' | 'admin', password = TEST_PASSWORD) =>
  t.call('setUserRole', { user_id, role, password }, cookie)

async function getRole(id: number) {
  const [row] = await t.db.select({ role: users.role }).from(users).where(eq(users.id, id))
  return row?.role
}

describe('setUserRole refuses', () => {
  test('a wrong or missing password', async () => {
    const [admin, student] = [await createAdmin(), await createUser()]
    expect((await setRole(admin.cookie, student.id, 'admin', 'not this one')).body.code).toBe('wrong_password')
    const answer = await t.call('setUserRole', { user_id: student.id, role: 'admin' }, admin.cookie)
    expect(answer.body.code).toBe('wrong_password')
    expect(await getRole(student.id)).toBe('student')
  })

  test('one’s own role, an unknown user and an unknown role', async () => {
    const admin = await createAdmin()
    expect((await setRole(admin.cookie, admin.id, 'student')).body.code).toBe('own_account')
    expect((await setRole(admin.cookie, 999_999_999, 'admin')).body.code).toBe('user_not_found')
    const answer = await t.send('setUserRole', { user_id: 1, role: 'owner', password: TEST_PASSWORD }, admin.cookie)
    expect(answer.body.code).toBe('invalid_input')
  })

  test('to make a user an admin whose email is still to be confirmed', async () => {
    const server = await t.startSecondServer({ VERIFY_EMAIL: 'on' })
    const admin = await createAdmin()
    const student = await createUser({ emailVerifiedAt: null, mustVerifyEmail: true })
    const input = { user_id: student.id, role: 'admin', password: TEST_PASSWORD } as const
    expect((await server.call('setUserRole', input, admin.cookie)).body.code).toBe('email_unverified')
    await server.close()
  })
})

test('makes a student an admin, who logs in again, and tells the student and the log', async () => {
  const [admin, student] = [await createAdmin(), await createUser()]
  const answer = await setRole(admin.cookie, student.id, 'admin')
  expect(answer.body).toEqual({ status: true, msg: 'The user is now an admin' })
  expect(await getRole(student.id)).toBe('admin')
  expect(await t.isLoggedIn(student.cookie)).toBe(false)
  expect((await getSentMails(t, student.email)).map(({ subject }) => subject)).toEqual(['You are now an admin'])
  expect(await t.findLogMessages(admin.id)).toEqual([`Made ${student.email} an admin`])
  // A second time nothing is sent or logged.
  expect((await setRole(admin.cookie, student.id, 'admin')).status).toBe(200)
  expect(await t.findLogMessages(admin.id)).toHaveLength(1)
})

test('signs the demoted admin out at once', async () => {
  const [admin, demoted] = [await createAdmin(), await createAdmin()]
  expect((await t.call('getUsers', { page: 1 }, demoted.cookie)).status).toBe(200)
  expect((await setRole(admin.cookie, demoted.id, 'student')).status).toBe(200)
  expect((await t.call('getUsers', { page: 1 }, demoted.cookie)).status).toBe(401)
})

test.skipIf(!ON_SERVER)(`signs the demoted admin out on every server${NEEDS_SERVER}`, async () => {
  const server = await t.startSecondServer({})
  const [admin, demoted] = [await createAdmin(), await createAdmin()]
  expect((await server.call('getUsers', { page: 1 }, demoted.cookie)).status).toBe(200)
  expect((await setRole(admin.cookie, demoted.id, 'student')).status).toBe(200)
  await eventually(async () => expect(await server.isLoggedIn(demoted.cookie)).toBe(false))
  await server.close()
})

test.each([0, 1])('of two admins who demote each other exactly one stays, with %i others', async (others) => {
  await t.db.update(users).set({ role: 'student' }).where(eq(users.role, 'admin'))
  const pair = [await createAdmin(), await createAdmin()] as const
  for (let n = 0; n < others; n++) await createAdmin()
  const answers = await Promise.all(pair.map(({ cookie }, n) => setRole(cookie, pair[n === 0 ? 1 : 0].id, 'student')))
  // The second one is no admin any more, is signed out, or would demote the last.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  for (const { status } of answers) expect([200, 401, 403, 409]).toContain(status)
  const roles = await Promise.all(pair.map(({ id }) => getRole(id)))
  expect(roles.sort()).toEqual(['admin', 'student'])
})

test('of two admins exactly one stays when one demotes the other, who deletes the first', async () => {
  await t.db.update(users).set({ role: 'student' }).where(eq(users.role, 'admin'))
  for (let round = 0; round < 3; round++) {
    const [one, other] = [await createAdmin(), await createAdmin()]
    const answers = await Promise.all([
      setRole(one.cookie, other.id, 'student'),
      t.call('deleteUser', { user_id: one.id }, other.cookie),
    ])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    for (const { status } of answers) expect([200, 401, 403, 404, 409]).toContain(status)
    const left = await t.db.select({ id: users.id }).from(users).where(eq(users.role, 'admin'))
    expect(left).toHaveLength(1)
    await t.db.update(users).set({ role: 'student' }).where(eq(users.role, 'admin'))
  }
})

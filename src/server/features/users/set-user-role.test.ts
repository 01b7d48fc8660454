import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { toUser } from '#server/platform/db/user-row.ts'
import { conversations, users } from '#server/platform/db/schema.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { storeMessage } from '#server/features/chat/store-message.ts'
import { queueUnreadMails } from '#server/features/chat/unread-mails.ts'
import { changeMeanwhile } from '#server/testing/change-meanwhile.ts'
import { eventually } from '#server/testing/eventually.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'
import { TEST_PASSWORD } from '#server/testing/accounts/users.ts'

const t = useTestApp()

const createUser = (values: Parameters<typeof t.make.signedIn>[0] = {}) =>
  t.make.signedIn({ password: TEST_PASSWORD, emailVerifiedAt: new Date(), ...values })
type SignedInUser = Awaited<ReturnType<typeof createUser>>
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

describe('the conversation of a student who becomes an admin', () => {
  const write = (student: SignedInUser, receiver: SignedInUser) =>
    storeMessage(t.db, toUser({ ...student, isActive: true }), { receiverId: receiver.id, text: 'Hello' })
  const list = async (admin: SignedInUser, student: SignedInUser) =>
    (await t.call('getConversations', { page: 1, search_text: student.email }, admin.cookie)).body.msg

  test('leaves the list, and is back when the admin becomes a student again', async () => {
    const [admin, student] = [await createAdmin(), await createUser()]
    await write(student, admin)
    expect(await list(admin, student)).toMatchObject([{ unread: 1 }])
    await setRole(admin.cookie, student.id, 'admin')
    expect(await list(admin, student)).toEqual([])
    await setRole(admin.cookie, student.id, 'student')
    expect(await list(admin, student)).toMatchObject([{ unread: 0, last: { msg_text: 'Hello' } }])
  })

  test('has nothing unread, so that no email is sent about it', async () => {
    const [admin, student] = [await createAdmin(), await createUser()]
    await write(student, admin)
    await write(admin, student)
    const yesterday = sql`now() - interval '1 day'`
    await t.db
      .update(conversations)
      .set({ studentWaitsSince: yesterday, adminsWaitSince: yesterday })
      .where(eq(conversations.studentId, student.id))
    await setRole(admin.cookie, student.id, 'admin')
    const [row] = await t.db.select().from(conversations).where(eq(conversations.studentId, student.id))
    expect(row).toMatchObject({ unreadByStudent: 0, unreadByAdmins: 0, studentWaitsSince: null, adminsWaitSince: null })
    expect(await queueUnreadMails(t.db)).toBe(0)
  })

  test.skipIf(!ON_SERVER)(`does not deadlock with a message of the student${NEEDS_SERVER}`, async () => {
    const [admin, student] = [await createAdmin(), await createUser()]
    await write(student, admin)
    changeMeanwhile(t.database, 'update "users" set "role"', 'SELECT pg_sleep(1)')
    const changing = setRole(admin.cookie, student.id, 'admin')
    const isAsleep = sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
    await eventually(async () => expect((await t.db.execute(isAsleep)).rowCount).toBe(1))
    await write(student, admin)
    expect((await changing).status).toBe(200)
    const [row] = await t.db.select().from(conversations).where(eq(conversations.studentId, student.id))
    expect(row?.unreadByAdmins).toBe(0)
  })
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
  // The second one is no admin any more, is logged out, or would demote the last.
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

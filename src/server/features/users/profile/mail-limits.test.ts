import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emailChanges, throttles, users } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { waitUntilAllSent } from '#server/testing/mail/sent-mails.ts'
import { toOrder } from '#server/testing/commerce/orders.ts'
import { useTestMailServer } from '#server/testing/mail/test-mail-server.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { signUp, TEST_PASSWORD } from '#server/testing/accounts/users.ts'

const REFUSED = [429, 'too_often', 'Too many emails. Try again later']

const mailServer = useTestMailServer()
const MANUAL = { PAYMENTS: 'manual', PAYMENT_INSTRUCTIONS: 'Transfer it.' }
const t = useTestApp(() => ({ SMTP_URL: mailServer.url, THROTTLE: 'on', VERIFY_EMAIL: 'off', ...MANUAL }))

async function findMailsTo(email: string): Promise<string[]> {
  await waitUntilAllSent(t)
  return mailServer.getAcceptedFor(email).map(({ subject }) => subject ?? '')
}

const requestEmail = (user: SignedInUser, email: string, first_name = 'Ada') =>
  t.send('updateUser', { first_name, last_name: 'B', email, birthdate: null, gender: null }, user.cookie)

const setPoints = (limiter: string, points: number) =>
  t.db
    .update(throttles)
    .set({ points })
    .where(sql`starts_with(${throttles.key}, ${`${limiter}:`})`)

test('sends three confirmations an hour to one address, whoever asks, and saves nothing beyond', async () => {
  const askers = [await t.make.signedIn(), await t.make.signedIn()]
  const answers = []
  for (let n = 0; n < 6; n++) answers.push(await requestEmail(at(askers, n % 2), 'victim@mail.example', `N${n}`))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429, 429])
  const { status, body, headers } = at(answers, -1)
  expect([status, body.code, body.msg]).toEqual(REFUSED)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await findMailsTo('victim@mail.example')).length).toBeLessThanOrEqual(3)
  const names = await t.db
    .select({ name: users.firstName })
    .from(users)
    .where(eq(users.id, askers[1]?.id ?? 0))
  expect(names).toEqual([{ name: 'N1' }])
})

test('sends twenty mails a day that one user causes', async () => {
  const user = await t.make.signedIn()
  for (let n = 0; n < 20; n++) expect((await requestEmail(user, `target${n}@mail.example`)).status).toBe(200)
  const { status, body } = await requestEmail(user, 'target20@mail.example')
  expect([status, body.code, body.msg]).toEqual(REFUSED)
  expect(await findMailsTo('target20@mail.example')).toEqual([])
  const [pending] = await t.db.select().from(emailChanges).where(eq(emailChanges.userId, user.id))
  expect(pending?.newEmail).toBe('target19@mail.example')
  // A profile without a new email causes no mail.
  expect((await requestEmail(user, user.email)).status).toBe(200)
})

test('orders beyond twenty mails a day say how to pay on their page only', async () => {
  const student = await t.make.signedIn()
  const order = async (priceCents: number) => {
    const course_id = (await t.make.course({ priceCents })).id
    return toOrder(await t.call('createOrder', { course_id, total: priceCents / 100 }, student.cookie))
  }
  // Without anything to pay there are no such mails.
  expect((await order(0)).status).toBe('paid')
  for (let n = 0; n < 20; n++) await order(1_000)
  expect(await order(1_000)).toMatchObject({ status: 'pending', instructions: 'Transfer it.' })
  const isHowToPay = (subject: string) => subject.startsWith('How to pay')
  expect((await findMailsTo(student.email)).filter(isHowToPay)).toHaveLength(20)
})

test('refused confirmations use up none of the day’s', async () => {
  const user = await t.make.signedIn()
  const statuses = new Set<number>()
  for (let n = 0; n < 21; n++) statuses.add((await requestEmail(user, 'mistyped@mail.example')).status)
  expect([...statuses]).toEqual([200, 429])
  expect((await requestEmail(user, 'corrected@mail.example')).status).toBe(200)
})

test('changes to a registered address use up none of its owner’s confirmations, and none of the day’s', async () => {
  const [user, owner] = [await t.make.signedIn(), await t.make.signedIn()]
  for (let n = 0; n < 19; n++) expect((await requestEmail(user, owner.email)).status).toBe(409)
  expect((await t.call('sendEmailConfirmation', {}, owner.cookie)).status).toBe(200)
  for (let n = 0; n < 3; n++) expect((await requestEmail(user, `unused${n}@mail.example`)).status).toBe(200)
})

test('twenty refused changes a day say which emails have an account, and further ones nothing', async () => {
  const [user, owner] = [await t.make.signedIn(), await t.make.signedIn()]
  for (let n = 0; n < 20; n++) expect((await requestEmail(user, owner.email)).status).toBe(409)
  for (const email of [owner.email, 'unregistered@mail.example']) {
    const { status, body } = await requestEmail(user, email)
    expect([status, body.code, body.msg]).toEqual(REFUSED)
  }
  expect((await requestEmail(user, user.email)).status).toBe(200)
  expect((await requestEmail(await t.make.signedIn(), 'unregistered@mail.example')).status).toBe(200)
})

test('a user without mails left learns of twenty emails at most, with or without an account', async () => {
  const [user, owner] = [await t.make.signedIn(), await t.make.signedIn()]
  for (let n = 0; n < 20; n++) expect((await requestEmail(user, `mine${n}@mail.example`)).status).toBe(200)
  for (let n = 0; n < 20; n++) expect((await requestEmail(user, `further${n}@mail.example`)).status).toBe(429)
  expect((await requestEmail(user, owner.email)).status).toBe(429)
})

test('a user without mails left uses up none of another’s address', async () => {
  const user = await t.make.signedIn()
  for (let n = 0; n < 20; n++) await requestEmail(user, `own${n}@mail.example`)
  for (let n = 0; n < 3; n++) expect((await requestEmail(user, 'neighbor@mail.example')).status).toBe(429)
  expect((await requestEmail(await t.make.signedIn(), 'neighbor@mail.example')).status).toBe(200)
})

test('orders, confirmations and test mails, which need no password, leave a password change possible', async () => {
  const admin = await t.make.signedIn({ role: 'admin', password: TEST_PASSWORD })
  await requestEmail(admin, 'other@mail.example')
  await t.call('sendTestMail', {}, admin.cookie)
  const student = await t.make.signedIn({ password: TEST_PASSWORD })
  await t.call('createOrder', { course_id: (await t.make.course({ priceCents: 100 })).id }, student.cookie)
  await setPoints('mail-requested', 20)
  expect((await requestEmail(admin, 'third@mail.example')).status).toBe(429)
  expect((await t.call('sendTestMail', {}, admin.cookie)).status).toBe(429)
  for (const { cookie } of [admin, student]) {
    const passwords = { password: TEST_PASSWORD, new_password: 'a lantern in the fog' }
    expect((await t.call('changePassword', passwords, cookie)).status).toBe(200)
  }
})

test('refuses a password change whose notice would be one mail too many', async () => {
  const user = await t.make.signedIn({ password: TEST_PASSWORD })
  const change = (password: string, new_password: string) =>
    t.call('changePassword', { password, new_password }, user.cookie)
  expect((await change(TEST_PASSWORD, 'a lantern in the fog')).status).toBe(200)
  await setPoints('mail-user', 20)
  const { status, body } = await change('a lantern in the fog', 'a lantern at sea')
  expect([status, body.code, body.msg]).toEqual(REFUSED)
  expect((await t.call('login', { email: user.email, password: 'a lantern in the fog' })).status).toBe(200)
  expect(await findMailsTo(user.email)).toEqual(['Your password was changed'])
})

test('refused new passwords use up no mails about changes of the account', async () => {
  const { cookie } = await t.make.signedIn({ password: TEST_PASSWORD })
  const change = async (new_password: string) =>
    (await t.call('changePassword', { password: TEST_PASSWORD, new_password }, cookie)).status
  for (let n = 0; n < 21; n++) expect(await change('password')).toBe(400)
  expect(await change('a lantern in the fog')).toBe(200)
})

test('sends one welcome an hour and three farewells a day to an address that signs up again and again', async () => {
  const email = 'again@mail.example'
  for (let n = 0; n < 5; n++) {
    expect((await signUp(t, email)).status).toBe(200)
    const { cookie } = await t.call('login', { email, password: TEST_PASSWORD })
    expect((await t.call('deleteAccount', { confirmation: email, password: TEST_PASSWORD }, cookie)).status).toBe(200)
  }
  const subjects = await findMailsTo(email)
  expect(subjects.filter((subject) => subject.startsWith('Welcome')).length).toBeLessThanOrEqual(1)
  expect(subjects.filter((subject) => subject === 'Your account was deleted')).toHaveLength(3)
})

test('signs users up without a welcome after 200 sign-up mails from one network in an hour', async () => {
  await signUp(t, 'last@mail.example')
  await setPoints('mail-signup', 200)
  expect((await signUp(t, 'quiet@mail.example')).status).toBe(200)
  expect(await findMailsTo('last@mail.example')).toEqual(['Welcome to Learn Lantern'])
  expect(await findMailsTo('quiet@mail.example')).toEqual([])
})

test('counts no mail in an admin’s import', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  const emails = Array.from({ length: 30 }, (_, n) => `invited${n}@mail.example`)
  const imported = emails.map((email) => ({ first_name: 'Ada', last_name: 'B', email }))
  expect((await t.call('importUsers', { users: imported, invite: true }, admin.cookie)).status).toBe(200)
  for (const email of emails) expect(await findMailsTo(email)).toEqual(['Your Learn Lantern account is ready'])
})

test('refuses an import with a name that only staff may have', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  const imported = [{ first_name: 'Learn Lantern', last_name: 'Admin', email: 'posing@mail.example' }]
  const { status, body } = await t.send('importUsers', { users: imported }, admin.cookie)
  expect([status, body.msg]).toEqual([400, 'This name is reserved for staff. Use your own name'])
})

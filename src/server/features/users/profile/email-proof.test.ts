import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emailChanges, users } from '#server/platform/db/schema.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { signUp, TEST_PASSWORD } from '#server/testing/accounts/users.ts'

const t = useTestApp({ VERIFY_EMAIL: 'on' })

let signUps = 0

async function createNewStudent() {
  const email = `new${++signUps}@mail.example`
  expect((await signUp(t, email)).status).toBe(200)
  const { cookie = '' } = await t.call('login', { email, password: TEST_PASSWORD })
  const [user] = await t.db.select().from(users).where(eq(users.email, email))
  return { email, cookie, id: user?.id ?? 0 }
}

async function findToken(email: string): Promise<string> {
  const mail = (await getSentMails(t, email)).findLast(({ subject }) => subject === 'Confirm your email')
  return /\/confirmemail\?token=([\w-]{43})&own=1/.exec(mail?.text ?? '')?.[1] ?? ''
}

const sendMessage = (cookie: string) => t.call('addComment', { blog_id: 1, comment_text: 'Hello' }, cookie)
const needsProof = async (cookie: string) => {
  const { body } = await t.call('session', {}, cookie)
  return (body.msg as { needsEmailProof?: boolean }).needsEmailProof
}

test('a new account reads and learns, and writes once the email is proven, in any browser', async () => {
  const { email, cookie } = await createNewStudent()
  const course = await t.make.course()
  expect(await needsProof(cookie)).toBe(true)
  expect((await t.call('getCourseData', { course_id: course.id }, cookie)).status).toBe(200)
  expect((await t.call('enrollCourse', { course_id: course.id }, cookie)).status).toBe(200)
  const refused = await sendMessage(cookie)
  expect([refused.status, refused.body.code]).toEqual([403, 'email_unverified'])
  const picture = await t.upload({ id: 1 }, cookie)
  expect(picture.body.code).toBe('email_unverified')

  const token = await findToken(email)
  const stranger = `device=${'s'.repeat(43)}`
  const confirmed = await t.call('confirmEmail', { token }, stranger)
  expect(confirmed.body).toEqual({ status: true, msg: 'Your email is confirmed.' })
  // The session goes on.
  expect(await needsProof(cookie)).toBeUndefined()
  expect((await sendMessage(cookie)).body.code).toBe('blog_not_found')
  expect((await t.call('confirmEmail', { token }, stranger)).body.code).toBe('wrong_link')
})

test('sends another link, which replaces the first', async () => {
  const { email, cookie, id } = await createNewStudent()
  const first = await findToken(email)
  expect((await t.call('sendEmailConfirmation', {}, cookie)).body.msg).toBe(`We sent a link to ${email}`)
  const second = await findToken(email)
  expect((await t.call('confirmEmail', { token: first })).body.code).toBe('wrong_link')
  await t.db
    .update(emailChanges)
    .set({ expiresAt: new Date(Date.now() - 1) })
    .where(eq(emailChanges.userId, id))
  expect((await t.call('confirmEmail', { token: second })).body.code).toBe('wrong_link')
  await t.call('sendEmailConfirmation', {}, cookie)
  expect((await t.call('confirmEmail', { token: await findToken(email) })).status).toBe(200)
  expect((await t.call('sendEmailConfirmation', {}, cookie)).body.msg).toBe('Your email is already confirmed')
})

test('sends the link of a corrected email again, not one to the mistyped email', async () => {
  const { email, cookie, id } = await createNewStudent()
  const newEmail = `corrected.${email}`
  await t.db.update(emailChanges).set({ newEmail }).where(eq(emailChanges.userId, id))
  expect((await t.call('sendEmailConfirmation', {}, cookie)).body.msg).toBe(`We sent a link to ${newEmail}`)
  expect((await t.call('getAccount', {}, cookie)).body.msg).toMatchObject({ pendingEmail: newEmail })
  const mail = (await getSentMails(t, newEmail)).at(-1)
  const token = /\/confirmemail\?token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
  expect((await t.call('confirmEmail', { token })).status).toBe(200)
  const [user] = await t.db.select().from(users).where(eq(users.id, id))
  expect(user).toMatchObject({ email: newEmail, emailVerifiedAt: expect.any(Date) })
})

test('cancels the change to a mistyped email, and sends the link to the account’s email again', async () => {
  const { email, cookie, id } = await createNewStudent()
  await t.db
    .update(emailChanges)
    .set({ newEmail: `mistyped.${email}` })
    .where(eq(emailChanges.userId, id))
  expect((await t.call('cancelEmailChange', {}, cookie)).status).toBe(200)
  expect((await t.call('getAccount', {}, cookie)).body.msg).toMatchObject({ pendingEmail: '' })
  expect(await t.findLogMessages(id)).toContain('Canceled the change of the email')
  expect((await t.call('sendEmailConfirmation', {}, cookie)).body.msg).toBe(`We sent a link to ${email}`)
  expect((await t.call('cancelEmailChange', {}, cookie)).status).toBe(200)
  expect((await t.call('confirmEmail', { token: await findToken(email) })).status).toBe(200)
})

test('sends a link to the account’s email once that of a change has expired', async () => {
  const { email, cookie, id } = await createNewStudent()
  await t.db
    .update(emailChanges)
    .set({ newEmail: `corrected.${email}`, expiresAt: new Date(Date.now() - 1) })
    .where(eq(emailChanges.userId, id))
  expect((await t.call('sendEmailConfirmation', {}, cookie)).body.msg).toBe(`We sent a link to ${email}`)
})

test('shows no pending change of the email while the own one is to be proven', async () => {
  const { cookie } = await createNewStudent()
  const { body } = await t.call('getAccount', {}, cookie)
  expect(body.msg).toMatchObject({ pendingEmail: '' })
})

test('says whether a link was sent', async () => {
  const { cookie, id } = await createNewStudent()
  expect((await t.call('getAccount', {}, cookie)).body.msg).toMatchObject({ hasEmailLink: true })
  await t.db.delete(emailChanges).where(eq(emailChanges.userId, id))
  expect((await t.call('getAccount', {}, cookie)).body.msg).toMatchObject({ hasEmailLink: false })
})

test('sets up no second factor before the email is proven', async () => {
  const { email, cookie } = await createNewStudent()
  for (const name of ['startTotp', 'confirmTotp', 'startPasskeySetup', 'addPasskey'] as const)
    expect([name, (await t.send(name, {}, cookie)).body.code]).toEqual([name, 'email_unverified'])
  expect((await t.call('confirmEmail', { token: await findToken(email) })).status).toBe(200)
  expect((await t.call('startTotp', { password: TEST_PASSWORD }, cookie)).status).toBe(200)
})

test('does not ask an admin, who may have to set up a second factor first', async () => {
  const { id } = await createNewStudent()
  await t.db.update(users).set({ role: 'admin' }).where(eq(users.id, id))
  const cookie = await t.make.cookie(id)
  const server = await t.startSecondServer({ ADMIN_SECOND_FACTOR: 'required' })
  const { msg } = (await server.call('session', {}, cookie)).body
  expect(msg).toMatchObject({ needsSecondFactor: true })
  expect(msg).not.toHaveProperty('needsEmailProof')
  expect((await server.call('startTotp', { password: TEST_PASSWORD }, cookie)).status).toBe(200)
  await server.close()
})

test('accounts from before the setting, and all accounts without it, are not asked', async () => {
  const earlier = await t.make.signedIn()
  expect(await needsProof(earlier.cookie)).toBeUndefined()
  const { cookie } = await createNewStudent()
  const server = await t.startSecondServer({ VERIFY_EMAIL: 'off' })
  expect((await server.call('session', {}, cookie)).body.msg).not.toHaveProperty('needsEmailProof')
  await server.close()
})

test('limits the links to one address', async () => {
  const { email, cookie, id } = await createNewStudent()
  const server = await t.startSecondServer({ THROTTLE: 'on' })
  const statuses: number[] = []
  for (let n = 0; n < 4; n++) statuses.push((await server.call('sendEmailConfirmation', {}, cookie)).status)
  expect(statuses).toEqual([200, 200, 200, 429])
  await server.db
    .update(emailChanges)
    .set({ newEmail: `other.${email}` })
    .where(eq(emailChanges.userId, id))
  expect((await server.call('sendEmailConfirmation', {}, cookie)).status).toBe(200)
  await server.close()
})

test('sends no link to an account that was deleted meanwhile', async () => {
  const { cookie, id } = await createNewStudent()
  // The session is in memory from here on.
  expect(await needsProof(cookie)).toBe(true)
  await t.db.delete(users).where(eq(users.id, id))
  const { status, body } = await t.call('sendEmailConfirmation', {}, cookie)
  expect([status, body.code]).toEqual([404, 'user_not_found'])
})

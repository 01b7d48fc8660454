import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emailChanges, sessions, systemLog, users } from '#server/platform/db/schema.ts'
import type { Factories } from '#server/testing/factories.ts'
import { at } from '#server/testing/at.ts'
import { dumpDatabase } from '#server/testing/dump-database.ts'
import { waitUntilAllSent } from '#server/testing/mail/sent-mails.ts'
import { useTestMailServer } from '#server/testing/mail/test-mail-server.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const PASSWORD = 'eleven green bottles'
const REFUSED = { status: false, code: 'wrong_link', msg: 'This link is invalid or has expired. Request a new one' }

const mailServer = useTestMailServer()
const t = useTestApp(() => ({ SMTP_URL: mailServer.url }))

let lastNumber = 0
const newEmail = () => `moved${++lastNumber}@mail.example`

async function findMailsSentTo(email: string) {
  await waitUntilAllSent(t)
  return mailServer.getAcceptedFor(email)
}

async function getTokenSentTo(email: string): Promise<string> {
  const mail = (await findMailsSentTo(email)).at(-1)
  const token = /http:\/\/localhost:3000\/confirmemail\?token=([\w-]{43})(?![\w-])/.exec(mail?.text ?? '')?.[1]
  if (token === undefined) throw new Error(`No link in the mail to ${email}`)
  return token
}

async function createOwner(values: Parameters<Factories['signedIn']>[0] = {}) {
  const user = await t.make.signedIn(values)
  const requestEmail = (email: string, cookie = user.cookie) =>
    t.send(
      'updateUser',
      { first_name: 'Ada', last_name: 'Lovelace', email, birthdate: '1990-12-10', gender: 'Female' },
      cookie,
    )
  const row = async () => at(await t.db.select().from(users).where(eq(users.id, user.id)))
  const pending = async () =>
    ((await t.call('getAccount', {}, user.cookie)).body.msg as { pendingEmail: string }).pendingEmail
  return { ...user, requestEmail, row, pending }
}
const confirm = (token: unknown, cookie?: string) => t.send('confirmEmail', { token }, cookie)

test.each([undefined, null, 7, ['x'], {}, 'x'.repeat(101)])('returns 400 for the malformed token %j', async (token) => {
  expect((await confirm(token)).status).toBe(400)
})

test.each(['', 'x', 'A'.repeat(43), '%', "' or true --"])('returns 400 for the unknown token %j', async (token) => {
  const me = await createOwner()
  await me.requestEmail(newEmail())
  const answer = await confirm(token)
  expect([answer.status, answer.body]).toEqual([400, REFUSED])
  expect((await me.row()).email).toBe(me.email)
})

test('keeps the old email until the new one is confirmed', async () => {
  const me = await createOwner({ password: PASSWORD })
  const elsewhere = await t.make.cookie(me.id)
  const email = newEmail()
  const answer = await me.requestEmail(email)
  expect(answer.body.msg).toBe(
    'Your profile was saved. To change your email, open the link we sent to the new address.',
  )
  expect(await me.row()).toMatchObject({ email: me.email, firstName: 'Ada' })
  expect(await me.pending()).toBe(email)
  expect(await t.isLoggedIn(elsewhere)).toBe(true)
  expect((await t.call('login', { email, password: PASSWORD })).status).toBe(401)
  expect((await t.call('login', { email: me.email, password: PASSWORD })).status).toBe(200)
  expect((await findMailsSentTo(email)).map(({ subject }) => subject)).toEqual(['Confirm your new email'])
  expect(await findMailsSentTo(me.email)).toEqual([])
})

test('stores the token of the link as a hash only', async () => {
  const me = await createOwner()
  const email = newEmail()
  await me.requestEmail(email)
  const token = await getTokenSentTo(email)
  expect(at(await t.db.select().from(emailChanges).where(eq(emailChanges.userId, me.id))).tokenHash).toEqual(
    createHash('sha256').update(token).digest(),
  )
  expect(await dumpDatabase(t.db)).not.toContain(token)
})

test('changes the email, ends all sessions and notifies the old address', async () => {
  const me = await createOwner({ password: PASSWORD })
  const email = newEmail()
  await me.requestEmail(email)
  expect(await t.isLoggedIn(me.cookie)).toBe(true)
  const answer = await confirm(await getTokenSentTo(email))
  expect([answer.status, answer.body]).toEqual([
    200,
    { status: true, msg: 'Your email is confirmed. Use it to log in from now on.' },
  ])
  expect(await me.row()).toMatchObject({ email, emailVerifiedAt: expect.any(Date) })
  expect(await t.isLoggedIn(me.cookie)).toBe(false)
  expect(await t.db.select().from(sessions).where(eq(sessions.userId, me.id))).toEqual([])
  expect((await findMailsSentTo(me.email)).map(({ subject }) => subject)).toEqual(['Your email was changed'])
  expect((await findMailsSentTo(me.email))[0]?.text).toContain('You were logged out on all devices.')
  expect((await t.call('login', { email: me.email, password: PASSWORD })).status).toBe(401)
  expect((await t.call('login', { email, password: PASSWORD })).status).toBe(200)
  const entries = await t.db.select().from(systemLog).where(eq(systemLog.studentId, me.id))
  expect(entries.filter(({ message }) => message === 'Changed the email')).toHaveLength(1)
})

test('accepts a link once, also in parallel', async () => {
  const me = await createOwner()
  const email = newEmail()
  await me.requestEmail(email)
  const token = await getTokenSentTo(email)
  const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(9)
  expect((await confirm(token)).body).toEqual(REFUSED)
  expect(await findMailsSentTo(me.email)).toHaveLength(1)
})

test('expires the link after a day of the database clock', async () => {
  const me = await createOwner()
  const email = newEmail()
  await me.requestEmail(email)
  const token = await getTokenSentTo(email)
  const { rows } = await t.db.execute<{ hours: number }>(
    sql`select extract(epoch from expires_at - now())::float8 / 3600 as hours from email_changes where user_id = ${me.id}`,
  )
  expect(at(rows).hours).toBeCloseTo(24, 1)
  await t.db
    .update(emailChanges)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(emailChanges.userId, me.id))
  expect((await confirm(token)).body).toEqual(REFUSED)
  expect([(await me.row()).email, await me.pending()]).toEqual([me.email, ''])
})

test('rejects the link of an earlier request for another email', async () => {
  const me = await createOwner()
  const [first, second] = [newEmail(), newEmail()]
  await me.requestEmail(first)
  const older = await getTokenSentTo(first)
  await me.requestEmail(second)
  expect(await me.pending()).toBe(second)
  expect((await confirm(older)).body).toEqual(REFUSED)
  expect((await confirm(await getTokenSentTo(second))).status).toBe(200)
  expect((await me.row()).email).toBe(second)
})

test('rejects the link of an earlier request for the same email', async () => {
  const me = await createOwner()
  const email = newEmail()
  await me.requestEmail(email)
  const older = await getTokenSentTo(email)
  await me.requestEmail(email)
  const newer = await getTokenSentTo(email)
  expect(newer).not.toBe(older)
  expect((await confirm(older)).body).toEqual(REFUSED)
  expect((await confirm(newer)).status).toBe(200)
})

test('returns 409 when the requested email is registered', async () => {
  const [me, other] = [await createOwner(), await createOwner()]
  const answer = await me.requestEmail(other.email)
  expect([answer.status, answer.body.code]).toEqual([409, 'email_taken'])
  expect(await findMailsSentTo(other.email)).toEqual([])
  expect(await me.pending()).toBe('')
})

test('returns 409 and changes nothing when the email has since been registered', async () => {
  const me = await createOwner()
  const email = newEmail()
  await me.requestEmail(email)
  const token = await getTokenSentTo(email)
  await t.make.user({ email })
  const answer = await confirm(token)
  expect([answer.status, answer.body]).toEqual([
    409,
    { status: false, code: 'email_taken', msg: 'This email is already registered' },
  ])
  expect((await me.row()).email).toBe(me.email)
  expect(await t.isLoggedIn(me.cookie)).toBe(true)
  expect(await findMailsSentTo(me.email)).toEqual([])
})

test('gives the email to the first of two users who confirm it', async () => {
  const [one, other] = [await createOwner(), await createOwner()]
  const email = newEmail()
  await one.requestEmail(email)
  const first = await getTokenSentTo(email)
  await other.requestEmail(email)
  const second = await getTokenSentTo(email)
  expect((await confirm(second)).status).toBe(200)
  expect((await confirm(first)).status).toBe(409)
  expect([(await one.row()).email, (await other.row()).email]).toEqual([one.email, email])
})

test('asks for a login within ten minutes', async () => {
  const me = await createOwner()
  const late = await t.make.cookie(me.id, '11 minutes')
  const email = newEmail()
  expect((await me.requestEmail(email, late)).body.code).toBe('stale_login')
  expect(await findMailsSentTo(email)).toEqual([])
})

test("confirms the email of the link's user when another user is signed in", async () => {
  const [me, other] = [await createOwner(), await createOwner()]
  const email = newEmail()
  await me.requestEmail(email)
  expect((await confirm(await getTokenSentTo(email), other.cookie)).status).toBe(200)
  expect([(await me.row()).email, (await other.row()).email]).toEqual([email, other.email])
  expect(await t.isLoggedIn(other.cookie)).toBe(true)
})

test('rejects the link after the account was deleted', async () => {
  const me = await createOwner()
  const email = newEmail()
  await me.requestEmail(email)
  const token = await getTokenSentTo(email)
  await t.db.delete(users).where(eq(users.id, me.id))
  expect((await confirm(token)).body).toEqual(REFUSED)
})

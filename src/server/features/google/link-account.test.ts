import { desc, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { emailChanges, identities, systemLog, totpSecrets, users } from '#server/platform/db/schema.ts'
import { openSecretBox } from '#server/platform/secrets/secret-box.ts'
import { createTotpSecret } from '#server/features/two-factor/totp.ts'
import { hashTokenToBytes } from '#server/platform/secrets/hash-token.ts'
import { createClaims, useGoogleApp } from '#server/testing/accounts/google-sign-in.ts'
import { findMailsTo, waitForMailTo } from '#server/testing/mail/outbox.ts'

const PASSWORD = 'eleven green bottles'
const LINKED = 'Google sign-in was added to your account'

const t = useGoogleApp()

const logIn = (email: string) => t.call('login', { email, password: PASSWORD })

test.each([
  ['at gmail.com', { email: 'proven@gmail.com' }],
  ['at a school whose mailboxes Google hosts', { email: 'proven@school.example', hd: 'school.example' }],
  ['in capitals', { email: 'Proven2@School.Example', hd: 'School.Example' }],
])('links an account whose confirmed email is %s and keeps its password and sessions', async (_where, claims) => {
  const email = claims.email.toLowerCase()
  const local = await t.make.signedIn({ email, password: PASSWORD, emailVerifiedAt: new Date(), firstName: 'Emmy' })
  const { session, location } = await t.signIn(createClaims(claims))
  expect(location).toBe('/')
  expect(await t.getUserId(session)).toBe(local.id)
  expect(await t.getUserId(local.cookie)).toBe(local.id)
  expect((await logIn(email)).status).toBe(200)
  expect(await t.findUser(email)).toMatchObject({ firstName: 'Emmy', role: 'student' })
  expect(await t.findLogMessages(local.id)).toEqual(
    expect.arrayContaining(['Linked the account to Google', 'Logged in with Google']),
  )
  expect(await findMailsTo(t, email)).toEqual([])
})

test('removes the password and all sessions of an unconfirmed account and emails the owner', async () => {
  const email = 'waiting@gmail.com'
  const squatter = await t.make.signedIn({ email, password: PASSWORD })
  expect(await t.getUserId(squatter.cookie)).toBe(squatter.id)
  const { session } = await t.signIn(createClaims({ email }))
  expect(await t.getUserId(session)).toBe(squatter.id)
  expect(await t.getUserId(squatter.cookie)).toBeUndefined()
  expect((await logIn(email)).body.code).toBe('wrong_credentials')
  expect(await t.findUser(email)).toMatchObject({ passwordHash: null, emailVerifiedAt: expect.any(Date) })
  expect(await t.findSessions(squatter.id)).toHaveLength(1)
  expect((await waitForMailTo(t, email, LINKED)).text).toContain('/forgotpassword')
})

test('keeps the second step of an admin with an unconfirmed email', async () => {
  const email = 'new.chief@gmail.com'
  const { id: userId } = await t.make.user({ email, role: 'admin', password: PASSWORD })
  const { encrypted } = createTotpSecret(openSecretBox(t.env), { userId, email })
  await t.db.insert(totpSecrets).values({ userId, secret: encrypted, confirmedAt: new Date() })
  const { session, location } = await t.signIn(createClaims({ email }))
  expect([location, session]).toEqual(['/loginstep?steps=totp', undefined])
  const messages = await t.findLogMessages(userId)
  expect(messages).toContain('Linked the account to Google')
  expect(messages.join()).not.toMatch(/logged in/i)
})

test('cancels an email change that was requested before the owner signed in', async () => {
  const email = 'moved@gmail.com'
  const squatter = await t.make.user({ email, password: PASSWORD })
  const token = 'token-of-the-squatter'
  await t.db.insert(emailChanges).values({
    userId: squatter.id,
    newEmail: 'squatter@mail.example',
    tokenHash: hashTokenToBytes(token),
    expiresAt: sql`now() + interval '1 day'` as never,
  })
  await t.signIn(createClaims({ email }))
  expect((await t.call('confirmEmail', { token })).body.code).toBe('wrong_link')
  expect(await t.findUser(email)).toMatchObject({ id: squatter.id })
})

test('removes a Google identity that was linked before the owner signed in', async () => {
  const squatter = createClaims({ email: 'squatter@gmail.com' })
  const userId = (await t.getUserId((await t.signIn(squatter)).session)) ?? 0
  // Without a mail server a new email takes effect unconfirmed.
  await t.db.update(users).set({ email: 'owner@gmail.com', emailVerifiedAt: null }).where(eq(users.id, userId))
  const owner = createClaims({ email: 'owner@gmail.com' })
  expect(await t.getUserId((await t.signIn(owner)).session)).toBe(userId)
  expect(await t.findIdentities(userId)).toMatchObject([{ subject: owner.sub }])
  expect(await t.getUserId((await t.signIn(squatter)).session)).not.toBe(userId)
})

test.each([
  ['Google does not host the mailbox', {}],
  ['Google hosts the mailboxes of another domain', { hd: 'other.example' }],
  ['Google hosts the mailboxes of the parent domain', { hd: 'example' }],
])('does not link an account by email when %s', async (_why, claims) => {
  const local = await t.make.signedIn({ password: PASSWORD })
  const before = [await t.findUser(local.email), await t.countRows()]
  const { status, location, session } = await t.signIn(createClaims({ email: local.email, ...claims }))
  expect([status, location, session]).toEqual([302, '/login?error=google_email_known', undefined])
  expect([await t.findUser(local.email), await t.countRows()]).toEqual(before)
  expect(await t.findLogMessages(local.id)).toEqual(['Failed to log in with Google'])
  expect(await t.getUserId(local.cookie)).toBe(local.id)
})

test('neither creates nor links an account for an unverified email', async () => {
  const local = await t.make.user({ email: 'unverified@gmail.com', password: PASSWORD })
  const before = [await t.findUser(local.email), await t.countRows()]
  const { email: _none, ...withoutEmail } = createClaims()
  const refused = [
    createClaims({ email: local.email, email_verified: false }),
    createClaims({ email_verified: false }),
    createClaims({ email: local.email, email_verified: 'true' as never }),
    createClaims({ email: 'no address at all' }),
    createClaims({ email: `"${local.email}"@evil.example` }),
    createClaims({ email: `evil.example@${local.email}` }),
    withoutEmail,
  ]
  for (const claims of refused) {
    const { location, session } = await t.signIn(claims)
    expect([location, session]).toEqual(['/login?error=google_unverified', undefined])
    const [entry] = await t.db.select().from(systemLog).orderBy(desc(systemLog.id)).limit(1)
    expect(entry).toMatchObject({ message: 'Failed to log in with Google', email: '', studentId: null })
  }
  expect([await t.findUser(local.email), await t.countRows()]).toEqual(before)
})

test('links an admin only when Google hosts the mailbox, and keeps the role', async () => {
  const elsewhere = await t.make.user({ role: 'admin', emailVerifiedAt: new Date() })
  expect((await t.signIn(createClaims({ email: elsewhere.email }))).location).toBe('/login?error=google_email_known')
  expect(await t.findIdentities(elsewhere.id)).toEqual([])

  const chief = await t.make.user({
    email: 'chief@gmail.com',
    role: 'admin',
    password: PASSWORD,
    emailVerifiedAt: new Date(),
  })
  const claims = createClaims({ email: chief.email })
  for (const session of [(await t.signIn(claims)).session, (await t.signIn(claims)).session]) {
    expect(await t.getUserId(session)).toBe(chief.id)
    expect((await t.call('session', {}, session)).body.msg).toMatchObject({ userData: [{ role: 'admin' }] })
    // Admin sessions last 12 hours.
    const areActive = (await t.findSessions(chief.id)).every(
      ({ expiresAt, createdAt }) => expiresAt.getTime() - createdAt.getTime() <= 12.1 * 3_600_000,
    )
    expect(areActive).toBe(true)
  }
})

test('creates a new account after the linked one was deleted', async () => {
  const claims = createClaims({ email: 'gone@gmail.com' })
  const first = (await t.getUserId((await t.signIn(claims)).session)) ?? 0
  await t.db.delete(users).where(eq(users.id, first))
  expect(await t.db.$count(identities, eq(identities.userId, first))).toBe(0)
  const second = await t.getUserId((await t.signIn(claims)).session)
  expect(second).toEqual(expect.any(Number))
  expect(second).not.toBe(first)
})

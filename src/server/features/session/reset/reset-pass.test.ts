import { eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import {
  auditLog,
  emailChanges,
  identities,
  resetCodes,
  sessions,
  throttles,
  users,
} from '#server/platform/db/schema.ts'
import type { Factories } from '#server/testing/factories.ts'
import { at } from '#server/testing/at.ts'
import { dumpDatabase } from '#server/testing/dump-database.ts'
import { Browser } from '#server/testing/accounts/browser.ts'
import { DEVICE_COOKIE } from '#server/testing/test-client.ts'
import { extractCode, requestResetCode, getSentMails, wrongCode } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const OLD = 'eleven green bottles'
const NEW = 'a lantern in the fog'
const REFUSED = { status: false, code: 'wrong_code', msg: 'The code is wrong or has expired. Request a new one' }

const t = useTestApp()

async function createUserWithCode(values: Parameters<Factories['signedIn']>[0] = {}) {
  const user = await t.make.signedIn({ password: OLD, ...values })
  const code = await requestResetCode(t, user.email)
  const reset = (changes: object = {}) => t.send('resetPass', { email: user.email, code, password: NEW, ...changes })
  const login = (password: string) => t.call('login', { email: user.email, password })
  const row = async () => at(await t.db.select().from(users).where(eq(users.id, user.id)))
  return { ...user, code, reset, login, row }
}

describe('invalid input', () => {
  test.each([
    ['a code without its email', { email: undefined }],
    ['an email without its code', { code: undefined }],
    ['no new password', { password: undefined }],
    ['a list of emails', { email: ['a@mail.example', 'b@mail.example'] }],
    ['a password that is an object', { password: { length: 10 } }],
    ['a short password', { password: 'kq7#pz2' }],
    ['a password beyond the limit', { password: 'unusual '.repeat(33) }],
    ['a common password', { password: 'password123' }],
    ['a leaked password', { password: 'ncc1701e' }],
    ['half a surrogate pair', { password: 'a lantern \ud800' }],
  ])('changes nothing and uses no attempt for %s', async (_name, changes) => {
    const { reset, row, passwordHash, code, email } = await createUserWithCode()
    const answer = await reset(changes)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
    expect((await row()).passwordHash).toBe(passwordHash)
    expect(at(await t.db.select().from(resetCodes).where(eq(resetCodes.email, email))).tries).toBe(0)
    expect((await t.call('verifyCode', { email, code })).status).toBe(200)
  })

  test('explains why the password was refused', async () => {
    const { reset } = await createUserWithCode()
    expect((await reset({ password: 'kq7#pz2' })).body.msg).toBe('Password must have at least 8 characters')
    expect((await reset({ password: 'Password123' })).body.msg).toBe('This password is too common')
  })
})

test('returns the same error for a wrong, expired or foreign code and an unknown email', async () => {
  const [mine, theirs] = [await createUserWithCode(), await createUserWithCode()]
  const answers = [
    await mine.reset({ code: wrongCode(mine.code) }),
    await mine.reset({ code: theirs.code === mine.code ? wrongCode(mine.code) : theirs.code }),
    await mine.reset({ email: 'nobody@mail.example' }),
  ]
  await t.db
    .update(resetCodes)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(resetCodes.email, mine.email))
  answers.push(await mine.reset())
  for (const { status, body } of answers) expect([status, body]).toEqual([400, REFUSED])
  expect((await mine.login(OLD)).status).toBe(200)
})

test('sets the password without logging in', async () => {
  const { reset, login, row } = await createUserWithCode()
  const answer = await reset()
  expect([answer.status, answer.body]).toEqual([
    200,
    { status: true, msg: 'Your password was changed. You can log in now.' },
  ])
  expect(answer.cookie).toBeUndefined()
  expect((await row()).passwordHash).toMatch(/^\$argon2id\$/)
  expect((await login(OLD)).body.code).toBe('wrong_credentials')
  expect((await login(NEW)).status).toBe(200)
})

test('sets the first password of an account', async () => {
  const user = await t.make.user()
  const code = await requestResetCode(t, user.email)
  await t.call('resetPass', { email: user.email, code, password: NEW })
  expect((await t.call('login', { email: user.email, password: NEW })).status).toBe(200)
})

test('accepts a password in either Unicode form', async () => {
  const { reset, login } = await createUserWithCode()
  await reset({ password: 'cafe\u0301 cre\u0300me' })
  expect((await login('café crème')).status).toBe(200)
})

test('accepts a code once', async () => {
  const { email, code, reset, login } = await createUserWithCode()
  await reset()
  expect((await reset({ password: 'another one altogether' })).body).toEqual(REFUSED)
  expect((await t.call('verifyCode', { email, code })).body).toEqual(REFUSED)
  expect((await login(NEW)).status).toBe(200)
})

test('accepts one of fifty parallel resets', async () => {
  const { reset, login } = await createUserWithCode()
  const passwords = Array.from({ length: 50 }, (_, n) => `${NEW}, number ${n}`)
  const answers = await Promise.all(passwords.map((password) => reset({ password })))
  const taken = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
  expect(taken).toHaveLength(1)
  for (const [n, { status, body }] of answers.entries())
    if (n !== at(taken)) expect([status, body]).toEqual([400, REFUSED])
  expect((await login(`${NEW}, number ${at(taken)}`)).status).toBe(200)
})

test('ends all sessions at once, including cached ones', async () => {
  const { id, cookie, reset } = await createUserWithCode()
  const other = await t.make.cookie(id)
  const signedIn = async (one: string) => (await t.call('session', {}, one)).body.msg
  for (const one of [cookie, other]) expect(await signedIn(one)).toMatchObject({ loggedIn: true })
  await reset()
  for (const one of [cookie, other]) {
    expect(await signedIn(one)).toEqual({ loggedIn: false, userData: [] })
    expect((await t.call('getAccount', {}, one)).status).toBe(401)
  }
  expect(await t.db.select().from(sessions).where(eq(sessions.userId, id))).toEqual([])
})

test('keeps the sessions and codes of other users', async () => {
  const [mine, theirs] = [await createUserWithCode(), await createUserWithCode()]
  await mine.reset()
  expect(await t.isLoggedIn(theirs.cookie)).toBe(true)
  expect((await theirs.login(OLD)).status).toBe(200)
  expect((await theirs.reset()).status).toBe(200)
})

test('emails the user links to the public URL whatever Host the request names', async () => {
  const { email, code } = await createUserWithCode()
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', cookie: DEVICE_COOKIE }
  await t.app.inject({ method: 'POST', url: '/api/resetPass', headers, payload: { email, code, password: NEW } })
  const mail = (await getSentMails(t, email)).at(-1)
  expect(mail?.subject).toBe('Your password was changed')
  expect(mail?.text).toContain('http://localhost:3000/forgotpassword')
  expect(mail?.text).toContain('You were logged out on all devices.')
  expect(`${mail?.html} ${mail?.text}`).not.toMatch(/evil/)
  expect(`${mail?.html} ${mail?.text}`).not.toContain(NEW)
})

test('writes a log entry and stores the password nowhere', async () => {
  const { id, reset } = await createUserWithCode()
  await reset()
  expect(await t.findLogMessages(id)).toEqual(['Reset the password'])
  expect(await dumpDatabase(t.db)).not.toContain(NEW)
})

test('an admin’s reset is an entry of the audit log', async () => {
  const { id, reset } = await createUserWithCode({ role: 'admin' })
  expect((await reset()).status).toBe(200)
  const rows = await t.db.select().from(auditLog).where(eq(auditLog.actorId, id))
  expect(rows.map(({ action }) => action)).toEqual(['user.change_password'])
})

test('confirms the email of the account', async () => {
  const { reset, row } = await createUserWithCode()
  expect((await row()).emailVerifiedAt).toBeNull()
  await reset()
  expect((await row()).emailVerifiedAt).toBeInstanceOf(Date)
})

test('cancels an email change that an attacker requested', async () => {
  const { id, reset } = await createUserWithCode()
  await t.db
    .insert(emailChanges)
    .values({ userId: id, newEmail: 'thief@mail.example', expiresAt: sql`now() + interval '1 day'` })
  await reset()
  expect(await t.db.select().from(emailChanges).where(eq(emailChanges.userId, id))).toEqual([])
})

test('returns 400 when the account was deleted', async () => {
  const { id, reset } = await createUserWithCode()
  await t.db.delete(users).where(eq(users.id, id))
  expect((await reset()).body).toEqual(REFUSED)
})

test('knows the browser from then on, and forgets the others', async () => {
  const throttled = await t.startSecondServer({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1' })
  const { email } = await throttled.make.user({ password: OLD })
  const [thief, owner] = [new Browser(throttled.app, '10.0.0.1'), new Browser(throttled.app, '10.0.0.2')]
  expect((await thief.login(email, OLD)).status).toBe(200)
  await owner.send('forgotPass', { email })
  const code = extractCode((await getSentMails(throttled, email)).at(-1))
  expect((await owner.send('resetPass', { email, code, password: NEW })).status).toBe(200)
  for (let n = 0; n < 2; n++) await thief.login(email, OLD)
  await throttled.db
    .update(throttles)
    .set({ points: 100 })
    .where(sql`${throttles.key} like 'login-day:%'`)
  expect((await thief.login(email, OLD)).code).toBe('proof_needed')
  expect((await owner.login(email, NEW)).status).toBe(200)
  await throttled.close()
})

test('deletes the codes that other browsers asked for', async () => {
  const { email, reset } = await createUserWithCode()
  await t.call('forgotPass', { email }, `device=${'x'.repeat(43)}`)
  await getSentMails(t, email)
  expect(await t.db.$count(resetCodes, eq(resetCodes.email, email))).toBe(2)
  expect((await reset()).status).toBe(200)
  expect(await t.db.$count(resetCodes, eq(resetCodes.email, email))).toBe(0)
})

test.each([
  ['the email', (email: string) => email],
  ['the email in capitals', (email: string) => ` ${email.toUpperCase()} `],
  ['the part of the email before the @', (email: string) => email.replace(/@.*/, '')],
])('returns 400 for %s as the password', async (_name, toPassword) => {
  const { email, reset } = await createUserWithCode({ email: `someone.long${Math.random()}@mail.example` })
  const answer = await reset({ password: toPassword(email) })
  expect([answer.status, answer.body.msg]).toEqual([400, 'Your password can’t be your email'])
  expect((await reset()).status).toBe(200)
})

test('removes a Google identity at the first confirmation of the email and keeps it later', async () => {
  const { id, email, reset } = await createUserWithCode()
  const joined = () => t.db.select().from(identities).where(eq(identities.userId, id))
  const join = (subject: string) =>
    t.db.insert(identities).values({ issuer: 'https://issuer.example', subject, userId: id })
  await join('stranger')
  expect((await reset()).status).toBe(200)
  expect(await joined()).toEqual([])
  await join('owner')
  expect((await reset({ code: await requestResetCode(t, email) })).status).toBe(200)
  expect(await joined()).toHaveLength(1)
})

test('signs out a login with the old password that is parallel to the reset', async () => {
  for (let round = 0; round < 3; round++) {
    const { reset, login } = await createUserWithCode()
    const logins = Array.from({ length: 12 }, async (_, n) => {
      await new Promise((resolve) => setTimeout(resolve, n * 8))
      return login(OLD)
    })
    const [done, ...signedIn] = await Promise.all([reset(), ...logins])
    expect(done.status).toBe(200)
    for (const { cookie } of signedIn) {
      if (cookie) expect(await t.isLoggedIn(cookie)).toBe(false)
    }
  }
})

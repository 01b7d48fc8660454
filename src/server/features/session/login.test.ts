import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions, systemLog, users } from '#server/platform/db/schema.ts'
import { changeMeanwhile } from '#server/testing/change-meanwhile.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const PASSWORD = 'eleven green bottles'

const t = useTestApp()

const tokenHash = (cookie: string) =>
  createHash('sha256')
    .update(cookie.slice(cookie.indexOf('=') + 1))
    .digest()

test('returns the same error for an unknown email, a wrong password and an account without one', async () => {
  const known = await t.make.user({ password: PASSWORD })
  const passwordless = await t.make.user()
  const answers = [
    await t.call('login', { email: 'nobody@mail.example', password: PASSWORD }),
    await t.call('login', { email: known.email, password: 'not this one' }),
    await t.call('login', { email: passwordless.email, password: PASSWORD }),
  ]
  for (const { status, body, headers } of answers) {
    expect(status).toBe(401)
    expect(body).toEqual({ status: false, code: 'wrong_credentials', data: 'Wrong email or password' })
    expect(headers['set-cookie']).toBeUndefined()
  }
})

test('returns 401 after the account was deleted', async () => {
  const user = await t.make.user({ password: PASSWORD })
  await t.db.delete(users).where(eq(users.id, user.id))
  expect((await t.call('login', { email: user.email, password: PASSWORD })).body.code).toBe('wrong_credentials')
})

test.each([
  ['no body at all', undefined],
  ['no password', { email: 'a@mail.example' }],
  ['an empty password', { email: 'a@mail.example', password: '' }],
  ['a password longer than any we keep', { email: 'a@mail.example', password: 'x'.repeat(257) }],
  ['no email', { password: PASSWORD }],
  ['a list of emails', { email: ['a@mail.example', 'b@mail.example'], password: PASSWORD }],
  ['an invalid email', { email: 'ada', password: PASSWORD }],
])('returns 400 for %s', async (_name, body) => {
  const answer = await t.send('login', body)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ status: false, code: 'invalid_input', data: expect.any(String) })
  expect(answer.body).not.toHaveProperty('msg')
})

test('logs a failed login without its password', async () => {
  const user = await t.make.user({ password: PASSWORD })
  await t.call('login', { email: user.email, password: 'hunter2 hunter2' })
  const entries = await t.db.select().from(systemLog).where(eq(systemLog.studentId, user.id))
  expect(entries).toMatchObject([{ message: 'Failed to log in', email: user.email }])
  expect(JSON.stringify(entries)).not.toContain('hunter2')
})

test('accepts the right password with any case and spaces in the email', async () => {
  const user = await t.make.user({ password: PASSWORD })
  const answer = await t.call('login', { email: `  ${user.email.toUpperCase()} `, password: PASSWORD })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ status: true, data: 'You are logged in', nextPage: '/' })
  const session = await t.call('session', {}, answer.cookie)
  expect(session.body.msg).toMatchObject({ loggedIn: true, userData: [{ student_id: user.id, status_user: true }] })
  expect(await t.findLogMessages(user.id)).toEqual(['Logged in'])
})

test('accepts a password in either Unicode form', async () => {
  const user = await t.make.user({ password: 'cafe\u0301 cre\u0300me' })
  expect((await t.call('login', { email: user.email, password: 'café crème' })).status).toBe(200)
})

test('ignores a next page in the body', async () => {
  const user = await t.make.user({ password: PASSWORD })
  const answer = await t.send('login', {
    email: user.email,
    password: PASSWORD,
    nextPage: 'https://evil.example',
    role: 'admin',
  })
  expect(answer.body.nextPage).toBe('/')
  const [row] = await t.db.select().from(users).where(eq(users.id, user.id))
  expect(row?.role).toBe('student')
})

test('stores the hash of the token only', async () => {
  const user = await t.make.user({ password: PASSWORD })
  const { cookie = '' } = await t.call('login', { email: user.email, password: PASSWORD })
  const rows = await t.db.select().from(sessions).where(eq(sessions.userId, user.id))
  expect(rows.map((row) => row.tokenHash.toString('hex'))).toEqual([tokenHash(cookie).toString('hex')])
})

test('ends the previous session and creates a new token', async () => {
  const user = await t.make.user({ password: PASSWORD })
  const first = await t.call('login', { email: user.email, password: PASSWORD })
  const second = await t.call('login', { email: user.email, password: PASSWORD }, first.cookie)
  expect(second.cookie).not.toBe(first.cookie)
  expect((await t.call('session', {}, first.cookie)).body.msg).toEqual({ loggedIn: false, userData: [] })
  expect(await t.isLoggedIn(second.cookie)).toBe(true)
})

test('ignores a token chosen by an attacker', async () => {
  const user = await t.make.user({ password: PASSWORD })
  const planted = `sid=${'A'.repeat(43)}`
  const answer = await t.call('login', { email: user.email, password: PASSWORD }, planted)
  expect(answer.cookie).not.toBe(planted)
  expect(await t.isLoggedIn(planted)).toBe(false)
})

test('starts a session of an admin’s length when the user becomes an admin during the login', async () => {
  const user = await t.make.user({ password: PASSWORD })
  changeMeanwhile(
    t.database,
    '"password_hash" from "users" where',
    `UPDATE users SET role = 'admin' WHERE id = ${user.id}`,
  )
  const { headers } = await t.call('login', { email: user.email, password: PASSWORD })
  expect(String(headers['set-cookie'])).toContain(`Max-Age=${12 * 3600};`)
  const [row] = await t.db.select().from(sessions).where(eq(sessions.userId, user.id))
  const toHours = (end: Date | undefined) => Math.round((Number(end) - Number(row?.createdAt)) / 3_600_000)
  expect([toHours(row?.idleUntil), toHours(row?.expiresAt)]).toEqual([1, 12])
})

test('keeps two devices signed in', async () => {
  const user = await t.make.user({ password: PASSWORD })
  const phone = await t.call('login', { email: user.email, password: PASSWORD })
  const laptop = await t.call('login', { email: user.email, password: PASSWORD })
  for (const { cookie } of [phone, laptop]) {
    expect(await t.isLoggedIn(cookie)).toBe(true)
  }
})

test('sets an HttpOnly Lax cookie on localhost', async () => {
  const user = await t.make.user({ password: PASSWORD })
  const { headers } = await t.call('login', { email: user.email, password: PASSWORD })
  const [device, session] = [headers['set-cookie']].flat().map(String)
  expect(session).toMatch(/^sid=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/)
  expect(device).toMatch(/^device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('sets a __Host- Secure cookie over https', async () => {
  const secure = await t.startSecondServer({ PUBLIC_URL: 'https://learn.example.org' })
  const user = await secure.make.user({ password: PASSWORD })
  const { headers, cookie } = await secure.call('login', { email: user.email, password: PASSWORD })
  const [device, session] = [headers['set-cookie']].flat().map(String)
  expect(session).toMatch(/^__Host-sid=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(device).toMatch(/^__Host-device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect((await secure.call('session', {}, cookie)).body.msg).toMatchObject({ loggedIn: true })
  // A page over http could set the cookie without the prefix, so that name is ignored.
  expect((await secure.call('session', {}, cookie?.replace('__Host-', ''))).body.msg).toMatchObject({ loggedIn: false })
  await secure.close()
})

import { createHash } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { sessions, systemLog, users } from '#server/platform/db/schema.ts'
import { createTestApp, useTestApp } from '#server/testing/test-app.ts'

const PASSWORD = 'eleven green bottles'

const t = useTestApp()

const tokenHash = (cookie: string) =>
  createHash('sha256')
    .update(cookie.slice(cookie.indexOf('=') + 1))
    .digest()

test('an unknown e-mail, a wrong password and an account without one get the same answer', async () => {
  const known = await t.make.user({ password: PASSWORD })
  const passwordless = await t.make.user()
  const answers = [
    await t.call('login', { email: 'nobody@mail.example', password: PASSWORD }),
    await t.call('login', { email: known.email, password: 'not this one' }),
    await t.call('login', { email: passwordless.email, password: PASSWORD }),
  ]
  for (const { status, body, headers } of answers) {
    expect(status).toBe(401)
    expect(body).toEqual({ status: false, code: 'wrong_credentials', data: 'Wrong e-mail or password' })
    expect(headers['set-cookie']).toBeUndefined()
  }
})

test('an account that was removed can no longer log in', async () => {
  const user = await t.make.user({ password: PASSWORD })
  await t.db.delete(users).where(eq(users.id, user.id))
  expect((await t.call('login', { email: user.email, password: PASSWORD })).body.code).toBe('wrong_credentials')
})

test.each([
  ['no body at all', undefined],
  ['no password', { email: 'a@mail.example' }],
  ['an empty password', { email: 'a@mail.example', password: '' }],
  ['a password longer than any we keep', { email: 'a@mail.example', password: 'x'.repeat(257) }],
  ['no e-mail', { password: PASSWORD }],
  ['a list of e-mails', { email: ['a@mail.example', 'b@mail.example'], password: PASSWORD }],
  ['an e-mail that is none', { email: 'somebody', password: PASSWORD }],
])('login with %s is not the form of the call', async (_name, body) => {
  const answer = await t.send('login', body)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ status: false, code: 'invalid_input', data: expect.any(String) })
  expect(answer.body).not.toHaveProperty('msg')
})

test('a failed login is logged without its password', async () => {
  const user = await t.make.user({ password: PASSWORD })
  await t.call('login', { email: user.email, password: 'hunter2 hunter2' })
  const lines = await t.db.select().from(systemLog).where(eq(systemLog.studentId, user.id))
  expect(lines).toMatchObject([{ message: 'Failed to log in', email: user.email }])
  expect(JSON.stringify(lines)).not.toContain('hunter2')
})

test('the right password signs in, whatever the case and the spaces of the e-mail', async () => {
  const user = await t.make.user({ password: PASSWORD })
  const answer = await t.call('login', { email: `  ${user.email.toUpperCase()} `, password: PASSWORD })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ status: true, data: 'You are logged in', nextPage: '/' })
  const session = await t.call('session', {}, answer.cookie)
  expect(session.body.msg).toMatchObject({ loggedIn: true, userData: [{ student_id: user.id, status_user: true }] })
  const lines = await t.db.select().from(systemLog).where(eq(systemLog.studentId, user.id))
  expect(lines.map(({ message }) => message)).toEqual(['Logged in'])
})

test('a password counts the same in either Unicode form', async () => {
  const user = await t.make.user({ password: 'cafe\u0301 cre\u0300me' })
  expect((await t.call('login', { email: user.email, password: 'café crème' })).status).toBe(200)
})

test('the next page is the server’s to say, not the body’s', async () => {
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

test('the database keeps the token’s hash and never the token', async () => {
  const user = await t.make.user({ password: PASSWORD })
  const { cookie = '' } = await t.call('login', { email: user.email, password: PASSWORD })
  const rows = await t.db.select().from(sessions).where(eq(sessions.userId, user.id))
  expect(rows.map((row) => row.tokenHash.toString('hex'))).toEqual([tokenHash(cookie).toString('hex')])
})

test('logging in again ends the session it came with and starts under a new token', async () => {
  const user = await t.make.user({ password: PASSWORD })
  const first = await t.call('login', { email: user.email, password: PASSWORD })
  const second = await t.call('login', { email: user.email, password: PASSWORD }, first.cookie)
  expect(second.cookie).not.toBe(first.cookie)
  expect((await t.call('session', {}, first.cookie)).body.msg).toEqual({ loggedIn: false, userData: [] })
  expect((await t.call('session', {}, second.cookie)).body.msg).toMatchObject({ loggedIn: true })
})

test('a token chosen by somebody else is never taken over', async () => {
  const user = await t.make.user({ password: PASSWORD })
  const planted = `sid=${'A'.repeat(43)}`
  const answer = await t.call('login', { email: user.email, password: PASSWORD }, planted)
  expect(answer.cookie).not.toBe(planted)
  expect((await t.call('session', {}, planted)).body.msg).toMatchObject({ loggedIn: false })
})

test('two devices are signed in side by side', async () => {
  const user = await t.make.user({ password: PASSWORD })
  const phone = await t.call('login', { email: user.email, password: PASSWORD })
  const laptop = await t.call('login', { email: user.email, password: PASSWORD })
  for (const { cookie } of [phone, laptop]) {
    expect((await t.call('session', {}, cookie)).body.msg).toMatchObject({ loggedIn: true })
  }
})

test('on localhost the cookie is HttpOnly, Lax and for the whole site', async () => {
  const user = await t.make.user({ password: PASSWORD })
  const { headers } = await t.call('login', { email: user.email, password: PASSWORD })
  expect(String(headers['set-cookie'])).toMatch(/^sid=[\w-]{43}; (Max-Age=\d+; )?Path=\/; HttpOnly; SameSite=Lax$/)
})

test('over https the cookie is bound to the host and never sent in the clear', async () => {
  const secure = await createTestApp({ PUBLIC_URL: 'https://learn.example.org' })
  const user = await secure.make.user({ password: PASSWORD })
  const { headers, cookie } = await secure.call('login', { email: user.email, password: PASSWORD })
  expect(String(headers['set-cookie'])).toMatch(
    /^__Host-sid=[\w-]{43}; (Max-Age=\d+; )?Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  )
  expect((await secure.call('session', {}, cookie)).body.msg).toMatchObject({ loggedIn: true })
  // The plain name could be set by a page over http: it counts for nothing here.
  expect((await secure.call('session', {}, cookie?.replace('__Host-', ''))).body.msg).toMatchObject({ loggedIn: false })
  await secure.close()
})

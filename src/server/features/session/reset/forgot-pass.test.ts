import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { mails, resetCodes, systemLog } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { dumpDatabase } from '#server/testing/dump-database.ts'
import { getOutboxFolder } from '#server/testing/mail/outbox.ts'
import { requestResetCode, extractCode, getSentMails } from '#server/testing/mail/sent-mails.ts'
import { HASH_COST } from '#server/platform/passwords/passwords.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const SENTENCE = { status: true, msg: 'If this email has an account, we sent a code.' }

const t = useTestApp({}, { hashCost: HASH_COST })

test.each([
  ['an empty body', {}],
  ['an empty email', { email: '' }],
  ['a list of two emails', { email: ['known@mail.example', 'thief@mail.example'] }],
  ['a list of one email', { email: ['known@mail.example'] }],
  ['an object', { email: { 0: 'known@mail.example' } }],
  ['two emails in one string', { email: 'known@mail.example,thief@mail.example' }],
  ['a line break and another header', { email: 'known@mail.example\r\nBcc: thief@mail.example' }],
  ['a display name', { email: 'Known <known@mail.example>' }],
  ['a number', { email: 7 }],
  ['an email beyond the limit', { email: `${'a'.repeat(250)}@mail.example` }],
])('returns 400 and sends nothing for %s', async (_name, body) => {
  const answer = await t.send('forgotPass', body)
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
  expect(await t.db.select().from(mails)).toEqual([])
})

test('returns the same sentence for a known and an unknown email', async () => {
  const user = await t.make.user({ password: 'eleven green bottles' })
  const [known, unknown] = [
    await t.call('forgotPass', { email: user.email }),
    await t.call('forgotPass', { email: 'nobody@mail.example' }),
  ]
  expect([known.status, known.body]).toEqual([200, SENTENCE])
  expect([unknown.status, unknown.body]).toEqual([200, SENTENCE])
})

test('does the same work for an unknown email and sends nothing', async () => {
  await t.call('forgotPass', { email: 'stranger@mail.example' })
  expect(await getSentMails(t, 'stranger@mail.example')).toEqual([])
  const stored = await t.db.select().from(resetCodes).where(eq(resetCodes.email, 'stranger@mail.example'))
  expect(stored).toMatchObject([{ codeHash: expect.stringMatching(/^\$argon2id\$/), tries: 0 }])
})

test('sends the code to the stored address only', async () => {
  const user = await t.make.user({ firstName: 'Ada', emailVerifiedAt: new Date() })
  await t.call('forgotPass', { email: `  ${user.email.toUpperCase()} ` })
  const sent = await getSentMails(t, user.email)
  expect(sent).toHaveLength(1)
  const mail = at(sent)
  expect(mail.to).toEqual([{ address: user.email, name: '' }])
  expect([mail.cc, mail.bcc]).toEqual([undefined, undefined])
  expect(mail.subject).toBe('Your password reset code')
  const code = extractCode(mail)
  expect(mail.html).toContain(code)
  expect(mail.text).toContain('Ada')
  expect(mail.text).toContain('10 minutes')
  // A lock screen shows the subject.
  expect(mail.subject).not.toContain(code)
})

test('stores the code as an argon2id hash only', async () => {
  const user = await t.make.user()
  const code = await requestResetCode(t, user.email)
  const stored = at(await t.db.select().from(resetCodes).where(eq(resetCodes.email, user.email)))
  expect(stored.codeHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await dumpDatabase(t.db)).not.toContain(code)
})

test("writes the email into a file that only the server's user can read", async () => {
  const user = await t.make.user()
  await requestResetCode(t, user.email)
  expect(statSync(getOutboxFolder(t)).mode & 0o777).toBe(0o700)
  for (const name of readdirSync(getOutboxFolder(t)))
    expect(statSync(join(getOutboxFolder(t), name)).mode & 0o777).toBe(0o600)
})

test('sends random six-digit codes', async () => {
  const user = await t.make.user()
  const codes: string[] = []
  for (let n = 0; n < 12; n++) codes.push(await requestResetCode(t, user.email))
  for (const code of codes) expect(code).toMatch(/^\d{6}$/)
  expect(new Set(codes).size).toBeGreaterThan(10)
})

test('writes a log entry without the code and leaves the account unchanged', async () => {
  const user = await t.make.signedIn({ password: 'eleven green bottles' })
  const code = await requestResetCode(t, user.email)
  const entries = await t.db.select().from(systemLog).where(eq(systemLog.email, user.email))
  expect(entries).toMatchObject([{ message: 'Requested a password reset code' }])
  expect(JSON.stringify(entries)).not.toContain(code)
  expect(await t.isLoggedIn(user.cookie)).toBe(true)
  expect((await t.call('login', { email: user.email, password: 'eleven green bottles' })).status).toBe(200)
})

test('sends a code to an account without a password', async () => {
  const user = await t.make.user()
  expect(await requestResetCode(t, user.email)).toMatch(/^\d{6}$/)
})

test('sets a cookie that identifies the browser, once', async () => {
  const answer = await t.app.inject({ method: 'POST', url: '/api/forgotPass', payload: { email: 'new@mail.example' } })
  expect(answer.headers['set-cookie']).toMatch(/^device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Lax$/)
  const again = await t.app.inject({
    method: 'POST',
    url: '/api/forgotPass',
    headers: { cookie: `device=${answer.cookies[0]?.value}` },
    payload: { email: 'new@mail.example' },
  })
  expect(again.cookies[0]?.value).toBe(answer.cookies[0]?.value)
})

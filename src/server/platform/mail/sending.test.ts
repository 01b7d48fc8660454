import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { mails } from '#server/platform/db/schema.ts'
import { eventually } from '#server/testing/eventually.ts'
import { createSignupInput, signUp, TEST_PASSWORD } from '#server/testing/accounts/users.ts'
import { useTestMailServer } from '#server/testing/mail/test-mail-server.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { createSmtpDelivery } from './delivery.ts'
import { queueMail } from './queue-mail.ts'

const smtp = useTestMailServer()
const t = useTestApp(() => ({
  SMTP_URL: smtp.url,
  VERIFY_EMAIL: 'off',
  MAIL_FROM: 'Learn Lantern <hello@learn.example.org>',
}))

const waitUntilQueueIsEmpty = () => eventually(async () => expect(await t.db.$count(mails)).toBe(0))

test('sends an email once and deletes its row', async () => {
  await signUp(t, 'once@mail.example')
  const [mail] = await smtp.waitForAccepted('once@mail.example')
  expect(mail).toMatchObject({
    subject: 'Welcome to Learn Lantern',
    from: { address: 'hello@learn.example.org' },
    recipients: ['once@mail.example'],
  })
  await waitUntilQueueIsEmpty()
  // Wakes the mailer, which finds nothing else to send.
  await signUp(t, 'another@mail.example')
  await smtp.waitForAccepted('another@mail.example')
  expect(smtp.getAcceptedFor('once@mail.example')).toHaveLength(1)
})

test('sends emails in the order in which they were queued', async () => {
  const names = Array.from({ length: 10 }, (_, number) => `in-order-${number}@mail.example`)
  await t.db.transaction(async (tx) => {
    for (const toEmail of names) await queueMail(tx, { kind: 'account-deleted', toEmail, userId: null })
  })
  await signUp(t, 'last@mail.example')
  await smtp.waitForAccepted('last@mail.example')
  const order = smtp.accepted
    .flatMap(({ recipients }) => recipients)
    .filter((address) => address.startsWith('in-order') || address.startsWith('last'))
  expect(order).toEqual([...names, 'last@mail.example'])
})

test('sends the invitations of an import after other emails', async () => {
  const users = [await t.make.user(), await t.make.user()]
  const invitations = users.map(({ id, email }) => ({ kind: 'invited' as const, toEmail: email, userId: id }))
  const other = { kind: 'account-deleted', toEmail: 'not-invited@mail.example', userId: null } as const
  await t.db.transaction((tx) => queueMail(tx, ...invitations, other))
  await signUp(t, 'wakes-the-mailer@mail.example')
  await waitUntilQueueIsEmpty()
  const expected = [other, ...invitations].map(({ toEmail }) => toEmail)
  const order = smtp.accepted.flatMap(({ recipients }) => recipients)
  expect(order.filter((address) => expected.includes(address))).toEqual(expected)
})

test('sends nothing before the commit or after a rollback', async () => {
  const rolledBack = t.db.transaction(async (tx) => {
    await queueMail(tx, { kind: 'account-deleted', toEmail: 'rolled-back@mail.example', userId: null })
    expect(smtp.getAcceptedFor('rolled-back@mail.example')).toEqual([])
    throw new Error('Rolled back')
  })
  await expect(rolledBack).rejects.toThrow('Rolled back')
  await signUp(t, 'taken@mail.example')
  expect((await signUp(t, 'taken@mail.example')).status).toBe(409)
  await signUp(t, 'after@mail.example')
  await smtp.waitForAccepted('after@mail.example')
  expect(smtp.getAcceptedFor('rolled-back@mail.example')).toEqual([])
  expect(smtp.getAcceptedFor('taken@mail.example')).toHaveLength(1)
})

test('sends a code to a known email only', async () => {
  const user = await t.make.user()
  for (const email of [user.email, 'unknown@mail.example']) {
    expect((await t.call('forgotPass', { email })).body.msg).toBe('If this email has an account, we sent a code.')
  }
  const [mail] = await smtp.waitForAccepted(user.email)
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? 'none'
  expect((await t.call('verifyCode', { email: user.email, code })).status).toBe(200)
  await waitUntilQueueIsEmpty()
  expect(smtp.getAcceptedFor('unknown@mail.example')).toEqual([])
})

test('skips a code that waited too long', async () => {
  const user = await t.make.user()
  await t.db
    .insert(mails)
    .values({ kind: 'reset-code', toEmail: user.email, createdAt: sql`now() - interval '31 minutes'` as never })
  await signUp(t, 'meanwhile@mail.example')
  await smtp.waitForAccepted('meanwhile@mail.example')
  await waitUntilQueueIsEmpty()
  expect(smtp.getAcceptedFor(user.email)).toEqual([])
})

test.each([
  ['a line break', 'Ada\r\nBcc: evil@mail.example\r\n\r\nHello'],
  ['a header', 'Subject: You have won'],
  ['the end of an SMTP message', '\r\n.\r\nMAIL FROM:<evil@mail.example>\r\n'],
])('adds no header or recipient for a name with %s', async (_what, firstName) => {
  const user = await t.make.user({ firstName })
  await t.db.transaction((tx) => queueMail(tx, { kind: 'welcome', toEmail: user.email, userId: user.id }))
  await signUp(t, `after-${user.id}@mail.example`)
  const [mail] = await smtp.waitForAccepted(user.email)
  expect(mail).toMatchObject({
    subject: 'Welcome to Learn Lantern',
    recipients: [user.email],
    to: [{ address: user.email }],
  })
  expect(mail?.bcc).toBeUndefined()
  expect(smtp.received.flatMap(({ recipients }) => recipients)).not.toContain('evil@mail.example')
})

test.each([
  'victim@mail.example\r\nBcc: evil@mail.example',
  'victim@mail.example, evil@mail.example',
  'victim@mail.example>\r\nRCPT TO:<evil@mail.example',
  '"evil@mail.example" <victim@mail.example>, x',
  'Group: evil@mail.example;',
])('sends to no second mailbox for the address %j', async (to) => {
  const deliver = createSmtpDelivery(smtp.url, 'hello@learn.example.org')
  await deliver({ id: 'x', to, subject: 's', html: '<p>h</p>', text: 't' }, new AbortController().signal).catch(
    () => {},
  )
  expect(smtp.received.flatMap(({ recipients }) => recipients)).not.toContain('evil@mail.example')
  expect(smtp.received.every(({ recipients, bcc }) => recipients.length === 1 && bcc === undefined)).toBe(true)
})

test('writes no code, link or mail server password to the log at trace level', async () => {
  const lines: string[] = []
  const user = await t.make.signedIn({ password: TEST_PASSWORD })
  const smtpUrl = smtp.url.replace('//', '//canary-user:canary-password@')
  const app = await buildApp({
    env: { ...t.env, smtpUrl, logLevel: 'trace' },
    database: t.database,
    logStream: { write: (line) => lines.push(line) },
  })
  const post = (name: string, payload: object, method: 'POST' | 'PUT' = 'POST') =>
    app.inject({ method, url: `/api/${name}`, headers: { cookie: user.cookie }, payload })
  // Both emails are refused once, so that there are errors to log.
  let refusals = 2
  smtp.verdict = (step) => (step === 'DATA' && refusals-- > 0 ? 451 : null)
  await post('forgotPass', { email: user.email })
  const { first_name, last_name, birthdate } = createSignupInput('moved@mail.example')
  await post(
    'updateUser',
    { student_id: user.id, first_name, last_name, birthdate, gender: 'Male', email: 'moved@mail.example' },
    'PUT',
  )
  await eventually(() => expect(smtp.received.filter(({ wasAccepted }) => !wasAccepted)).toHaveLength(2))
  await t.db.update(mails).set({ nextTryAt: sql`now()` })
  await post('forgotPass', { email: 'nobody@mail.example' })
  const [code, link] = [await smtp.waitForAccepted(user.email), await smtp.waitForAccepted('moved@mail.example')]
  smtp.verdict = () => null
  await app.close()
  const secrets = [...code, ...link, ...smtp.received.filter(({ wasAccepted }) => !wasAccepted)].flatMap(({ text }) => [
    ...[...(text ?? '').matchAll(/\b\d{6}\b/g)].map(([digits]) => digits),
    ...[...(text ?? '').matchAll(/token=([\w-]+)/g)].map(([, token]) => token ?? ''),
  ])
  expect(secrets.length).toBeGreaterThanOrEqual(4)
  expect(lines.join('')).toContain('email not sent')
  // Word boundaries, because the digits of a code may occur in a timestamp.
  for (const secret of [...secrets, 'canary'])
    expect(lines.filter((line) => new RegExp(`\\b${secret}\\b`).test(line))).toEqual([])
})

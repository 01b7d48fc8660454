import { sql } from 'drizzle-orm'
import { expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { mails } from '#server/platform/db/schema.ts'
import { useTestMailServer } from '#server/testing/test-mail-server.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { createSmtpDelivery } from './delivery.ts'
import { queueMail } from './queue-mail.ts'

const smtp = useTestMailServer()
const t = useTestApp(() => ({ SMTP_URL: smtp.url, MAIL_FROM: 'Learn Lantern <hello@learn.example.org>' }))

const PERSON = { first_name: 'Ada', last_name: 'L', password: 'eleven green bottles', birthdate: '1990-01-01' }
const signUp = (email: string) => t.send('signup', { ...PERSON, email })
const isEmpty = () => vi.waitFor(async () => expect(await t.db.$count(mails)).toBe(0))

test('a mail is sent once, and its row goes with it', async () => {
  await signUp('once@mail.example')
  const [mail] = await smtp.waitForAccepted('once@mail.example')
  expect(mail).toMatchObject({
    subject: 'Welcome to Learn Lantern',
    from: { address: 'hello@learn.example.org' },
    recipients: ['once@mail.example'],
  })
  await isEmpty()
  // Another reason to look: there is nothing left to send.
  await signUp('another@mail.example')
  await smtp.waitForAccepted('another@mail.example')
  expect(smtp.getAcceptedFor('once@mail.example')).toHaveLength(1)
})

test('mails go out in the order in which they were written', async () => {
  const names = Array.from({ length: 10 }, (_, number) => `in-order-${number}@mail.example`)
  await t.db.transaction(async (tx) => {
    for (const toEmail of names) await queueMail(tx, { kind: 'account-deleted', toEmail, userId: null })
  })
  await signUp('last@mail.example')
  await smtp.waitForAccepted('last@mail.example')
  const order = smtp.accepted
    .flatMap(({ recipients }) => recipients)
    .filter((address) => address.startsWith('in-order') || address.startsWith('last'))
  expect(order).toEqual([...names, 'last@mail.example'])
})

test('nothing is sent before the commit, and after a rollback nothing at all', async () => {
  const rolledBack = t.db.transaction(async (tx) => {
    await queueMail(tx, { kind: 'account-deleted', toEmail: 'rolled-back@mail.example', userId: null })
    expect(smtp.getAcceptedFor('rolled-back@mail.example')).toEqual([])
    throw new Error('Never mind')
  })
  await expect(rolledBack).rejects.toThrow('Never mind')
  // A sign-up that fails at its last step has no mail either.
  await signUp('taken@mail.example')
  expect((await signUp('taken@mail.example')).status).toBe(409)
  await signUp('after@mail.example')
  await smtp.waitForAccepted('after@mail.example')
  expect(smtp.getAcceptedFor('rolled-back@mail.example')).toEqual([])
  expect(smtp.getAcceptedFor('taken@mail.example')).toHaveLength(1)
})

test('a code is sent to whom it belongs, and to nobody else', async () => {
  const user = await t.make.user()
  for (const email of [user.email, 'unknown@mail.example']) {
    expect((await t.call('forgotPass', { email })).body.msg).toBe('If this email has an account, we sent a code.')
  }
  const [mail] = await smtp.waitForAccepted(user.email)
  const code = /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? 'none'
  expect((await t.call('verifyCode', { email: user.email, code })).status).toBe(200)
  await isEmpty()
  expect(smtp.getAcceptedFor('unknown@mail.example')).toEqual([])
})

test('a code that waited too long is not sent any more', async () => {
  const user = await t.make.user()
  await t.db
    .insert(mails)
    .values({ kind: 'reset-code', toEmail: user.email, createdAt: sql`now() - interval '31 minutes'` as never })
  await signUp('meanwhile@mail.example')
  await smtp.waitForAccepted('meanwhile@mail.example')
  await isEmpty()
  expect(smtp.getAcceptedFor(user.email)).toEqual([])
})

test.each([
  ['a line break', 'Ada\r\nBcc: evil@mail.example\r\n\r\nHello'],
  ['a whole header', 'Subject: You have won'],
  ['what mail servers end a text with', '\r\n.\r\nMAIL FROM:<evil@mail.example>\r\n'],
])('a name with %s adds neither a header nor a recipient', async (_what, firstName) => {
  const user = await t.make.user({ firstName })
  await t.db.transaction((tx) => queueMail(tx, { kind: 'welcome', toEmail: user.email, userId: user.id }))
  await signUp(`after-${user.id}@mail.example`)
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
])('the address %j reaches no second mailbox', async (to) => {
  const deliver = createSmtpDelivery(smtp.url, 'hello@learn.example.org')
  await deliver({ id: 'x', to, subject: 's', html: '<p>h</p>', text: 't' }, new AbortController().signal).catch(
    () => {},
  )
  expect(smtp.received.flatMap(({ recipients }) => recipients)).not.toContain('evil@mail.example')
  expect(smtp.received.every(({ recipients, bcc }) => recipients.length === 1 && bcc === undefined)).toBe(true)
})

test('no code, link or password of the mail server reaches the log, at the most talkative level', async () => {
  const lines: string[] = []
  const user = await t.make.signedIn({ password: PERSON.password })
  const smtpUrl = smtp.url.replace('//', '//canary-user:canary-password@')
  const app = await buildApp({
    env: { ...t.env, smtpUrl, logLevel: 'trace' },
    database: t.database,
    logStream: { write: (line) => lines.push(line) },
  })
  const post = (name: string, payload: object, method: 'POST' | 'PUT' = 'POST') =>
    app.inject({ method, url: `/api/${name}`, headers: { cookie: user.cookie }, payload })
  // Refused once, so that there is an error to log, with the address that the server repeats.
  let refusals = 2
  smtp.verdict = (step) => (step === 'DATA' && refusals-- > 0 ? 451 : null)
  await post('forgotPass', { email: user.email })
  const { first_name, last_name, birthdate } = PERSON
  await post(
    'updateUser',
    { student_id: user.id, first_name, last_name, birthdate, gender: 'Male', email: 'moved@mail.example' },
    'PUT',
  )
  await vi.waitFor(() => expect(smtp.received.filter(({ wasAccepted }) => !wasAccepted)).toHaveLength(2))
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
  // A code's digits may well be part of a moment's.
  for (const secret of [...secrets, 'canary'])
    expect(lines.filter((line) => new RegExp(`\\b${secret}\\b`).test(line))).toEqual([])
})

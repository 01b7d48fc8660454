import { sql } from 'drizzle-orm'
import { afterEach, expect, test } from 'vitest'
import type { SystemReport } from '#contract/schemas/operations/system.ts'
import { mails } from '#server/platform/db/schema.ts'
import { eventually } from '#server/testing/eventually.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { useTestMailServer } from '#server/testing/mail/test-mail-server.ts'

const mailServer = useTestMailServer()
const t = useTestApp(() => ({ SMTP_URL: mailServer.url, THROTTLE: 'on' }))
afterEach(async () => {
  mailServer.verdict = () => null
  await t.db.delete(mails)
})

const send = (cookie: string) => t.call('sendTestMail', {}, cookie)

test('sends to the admin’s own address, and logs it', async () => {
  const { id, email, cookie } = await t.make.signedIn({ role: 'admin' })
  const { body } = await send(cookie)
  expect(body.msg).toBe(`A test email to ${email} was queued`)
  const [mail] = await mailServer.waitForAccepted(email)
  expect(mail?.subject).toBe('Test email from Learn Lantern')
  expect(mailServer.accepted.flatMap(({ recipients }) => recipients)).toEqual([email])
  expect(await t.findLogMessages(id)).toEqual([`Sent a test email to ${email}`])
})

test('shows in the System page’s queue what the mail server answered', async () => {
  const { cookie } = await t.make.signedIn({ role: 'admin' })
  mailServer.verdict = (step) => (step === 'MAIL FROM' ? 451 : null)
  await send(cookie)
  await eventually(async () => {
    const { body } = await t.call('getSystem', {}, cookie)
    expect((body.msg as SystemReport).mail).toEqual({
      delivery: 'smtp',
      waiting: 1,
      oldest_date: expect.any(String),
      last_failure: { kind: 'test', tries: 1, text: expect.stringContaining('Refused by the test') },
    })
  })
})

test.each(['MAIL FROM', 'RCPT TO'] as const)(
  'shows the refusal at %s before that of an older email whose next try is later',
  async (at) => {
    const { cookie } = await t.make.signedIn({ role: 'admin' })
    await t.db.insert(mails).values({
      ...{ kind: 'welcome', toEmail: 'a@mail.example', tries: 20, lastError: 'An older refusal' },
      nextTryAt: sql`now() + interval '50 minutes'`,
    })
    mailServer.verdict = (step) => (step === at ? 550 : null)
    await send(cookie)
    await eventually(async () => {
      const { body } = await t.call('getSystem', {}, cookie)
      expect((body.msg as SystemReport).mail.last_failure).toMatchObject({ kind: 'test' })
    })
  },
)

test('keeps the refusal of a mailbox for the System page, and a later success replaces it', async () => {
  const { cookie, email } = await t.make.signedIn({ role: 'admin' })
  mailServer.verdict = (step) => (step === 'RCPT TO' ? 550 : null)
  await send(cookie)
  const readFailure = async () => ((await t.call('getSystem', {}, cookie)).body.msg as SystemReport).mail.last_failure
  await eventually(async () => {
    expect(await readFailure()).toMatchObject({ kind: 'test', text: expect.stringContaining('Refused by the test') })
  })
  mailServer.verdict = () => null
  await send(cookie)
  await mailServer.waitForAccepted(email)
  await eventually(async () => expect(await readFailure()).toBeNull())
})

test('refuses more than twenty a day', async () => {
  const { cookie } = await t.make.signedIn({ role: 'admin' })
  for (let n = 0; n < 20; n++) expect((await send(cookie)).status).toBe(200)
  const refused = await send(cookie)
  expect([refused.status, refused.body.msg]).toEqual([429, 'Too many emails. Try again later'])
})

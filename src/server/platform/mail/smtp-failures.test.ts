import { eq, type SQL, sql } from 'drizzle-orm'
import { afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { renderEmail } from '#server/features/emails/render-email.ts'
import { mails } from '#server/platform/db/schema.ts'
import { onReportedError } from '#server/platform/log/report-error.ts'
import { at } from '#server/testing/at.ts'
import { eventually } from '#server/testing/eventually.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/test-db.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { useTestMailServer } from '#server/testing/mail/test-mail-server.ts'
import { signUp } from '#server/testing/accounts/users.ts'
import { createSmtpDelivery } from './delivery.ts'
import { Mailer } from './mailer.ts'

const smtp = useTestMailServer()
const t = useTestApp(() => ({ SMTP_URL: smtp.url, VERIFY_EMAIL: 'off' }))
afterEach(async () => {
  smtp.verdict = () => null
  await t.db.delete(mails)
})
/** Without the rest of the server, whose own mailer would take some of the emails. */
let own: TestDatabase
beforeAll(async () => {
  own = await createTestDatabase()
  return () => own.drop()
})

async function createMailer() {
  const { db } = own.database
  await db.delete(mails)
  const mailer = new Mailer({
    db,
    deliver: createSmtpDelivery(smtp.url, t.env.mailFrom),
    renderEmail: (mail) => renderEmail(db, mail, { siteUrl: t.env.publicUrl, payments: t.env.payments }),
    log: t.app.log,
  })
  return { db, mailer }
}

let lastNumber = 0
const newEmail = () => `recipient-${++lastNumber}@mail.example`

const toMs = (time: SQL) => sql<number>`(1000 * extract(epoch from ${time}))::float8`

async function findQueued(email: string, db = t.db) {
  const [mail] = await db
    .select({ tries: mails.tries, nextTryMs: toMs(sql`${mails.nextTryAt}`) })
    .from(mails)
    .where(eq(mails.toEmail, email))
  return mail
}

/** The attempt is counted when it starts, so it may still be running afterwards. */
const waitForAttempt = (email: string, tries: number) =>
  eventually(async () => {
    const mail = await findQueued(email)
    if (mail?.tries !== tries) throw new Error(`${mail?.tries} instead of ${tries} attempts`)
    return mail
  })

const getReceivedFor = (email: string) => smtp.received.filter(({ recipients }) => recipients.includes(email))
const waitForReceived = (email: string, count: number) =>
  eventually(() => expect(getReceivedFor(email)).toHaveLength(count))

/** Makes all queued emails due and wakes the mailer with a further one. */
async function skipDelays(): Promise<void> {
  await t.db.update(mails).set({ nextTryAt: sql`now()` })
  await t.call('forgotPass', { email: newEmail() })
}

/** The database's, by which attempts are planned, with the column's precision. */
async function readClockMs(): Promise<number> {
  const { rows } = await t.db.execute<{ ms: number }>(sql`select ${toMs(sql`clock_timestamp()::timestamptz(3)`)} as ms`)
  return at(rows).ms
}

/** The delay begins with the attempt, which was made since then. */
async function expectDelay(queued: { nextTryMs: number } | undefined, delayS: number, sinceMs: number): Promise<void> {
  expect(queued?.nextTryMs).toBeGreaterThanOrEqual(sinceMs + 1000 * delayS)
  expect(queued?.nextTryMs).toBeLessThanOrEqual((await readClockMs()) + 1000 * delayS)
}

test('retries the same email with growing delays after a temporary refusal', async () => {
  const email = newEmail()
  smtp.verdict = (step, address) => (step === 'DATA' && address === email ? 451 : null)
  let sinceMs = await readClockMs()
  expect((await signUp(t, email)).status).toBe(200)
  for (const [index, delayS] of [90, 180, 360].entries()) {
    await waitForReceived(email, index + 1)
    const queued = await findQueued(email)
    expect(queued?.tries).toBe(index + 1)
    await expectDelay(queued, delayS, sinceMs)
    sinceMs = await readClockMs()
    await skipDelays()
  }
  await waitForReceived(email, 4)
  smtp.verdict = () => null
  await skipDelays()
  await smtp.waitForAccepted(email)
  expect(new Set(getReceivedFor(email).map(({ messageId }) => messageId)).size).toBe(1)
})

test('limits the delay to an hour', async () => {
  const email = newEmail()
  smtp.verdict = () => 451
  // Due only once, when the delays are skipped.
  await t.db
    .insert(mails)
    .values({ kind: 'account-deleted', toEmail: email, tries: 40, nextTryAt: sql`now() + interval '1 day'` })
  const sinceMs = await readClockMs()
  await skipDelays()
  await expectDelay(await waitForAttempt(email, 41), 3_600, sinceMs)
})

test('sends a new code with each attempt and rejects the previous one', async () => {
  const user = await t.make.user()
  smtp.verdict = (step) => (step === 'DATA' ? 451 : null)
  await t.call('forgotPass', { email: user.email })
  await waitForReceived(user.email, 1)
  const [refused] = getReceivedFor(user.email)
  smtp.verdict = () => null
  await skipDelays()
  const [sent] = await smtp.waitForAccepted(user.email)
  expect(sent?.messageId).not.toBe(refused?.messageId)
  const [oldCode, newCode] = [refused, sent].map((mail) => /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? 'none')
  expect((await t.call('verifyCode', { email: user.email, code: newCode ?? '' })).status).toBe(200)
  if (oldCode !== newCode)
    expect((await t.call('verifyCode', { email: user.email, code: oldCode ?? '' })).status).toBe(400)
})

test('accepts calls while the mail server is down and sends the emails once it is back', async () => {
  await smtp.goOffline()
  const emails = [newEmail(), newEmail(), newEmail()]
  for (const email of emails) expect((await signUp(t, email)).status).toBe(200)
  for (const email of emails) await waitForAttempt(email, 1)
  await smtp.goOnline()
  await skipDelays()
  for (const email of emails) expect(await smtp.waitForAccepted(email)).toHaveLength(1)
})

test.each([
  ['RCPT TO', []],
  ['DATA', ['mail account-deleted']],
] as const)(
  'gives up on an email that is refused permanently at %s, sends the others and reports %j',
  async (at, expected) => {
    const reported: string[] = []
    onTestFinished(onReportedError(({ source }) => reported.push(source)))
    const [unknown, known] = [newEmail(), newEmail()]
    smtp.verdict = (step, address) => (step === at && address === unknown ? 550 : null)
    await t.db.insert(mails).values([
      { kind: 'account-deleted', toEmail: unknown },
      { kind: 'account-deleted', toEmail: known },
    ])
    await skipDelays()
    await smtp.waitForAccepted(known)
    await eventually(async () => expect(await findQueued(unknown)).toBeUndefined())
    expect(reported).toEqual(expected)
  },
)

test('retries when the mail server refuses the sender', async () => {
  const email = newEmail()
  smtp.verdict = (step) => (step === 'MAIL FROM' ? 530 : null)
  await signUp(t, email)
  await waitForAttempt(email, 1)
  smtp.verdict = () => null
  await skipDelays()
  expect(await smtp.waitForAccepted(email)).toHaveLength(1)
})

test('gives up after about three days of attempts', async () => {
  const email = newEmail()
  smtp.verdict = () => 451
  await t.db.insert(mails).values({ kind: 'account-deleted', toEmail: email, tries: 74 })
  await skipDelays()
  await eventually(async () => expect(await findQueued(email)).toBeUndefined())
  expect(smtp.getAcceptedFor(email)).toEqual([])
})

test('sends what the previous run of the server left', async () => {
  const email = newEmail()
  await smtp.goOffline()
  const before = await buildApp({ env: t.env, database: t.database })
  await t.db.insert(mails).values({ kind: 'account-deleted', toEmail: email })
  await before.ready()
  await waitForAttempt(email, 1)
  await before.close()
  await smtp.goOnline()
  await t.db.update(mails).set({ nextTryAt: sql`now()` })
  const after = await buildApp({ env: t.env, database: t.database })
  await after.ready()
  expect(await smtp.waitForAccepted(email)).toHaveLength(1)
  await after.close()
})

test('finishes the current email and starts no other while closing', async () => {
  const [first, second] = [newEmail(), newEmail()]
  let accept = () => {}
  const isSending = new Promise<void>((started) => {
    smtp.verdict = (step) =>
      step === 'DATA'
        ? new Promise((resolve) => {
            accept = () => resolve(null)
            started()
          })
        : null
  })
  const { db, mailer } = await createMailer()
  await db.insert(mails).values([
    { kind: 'account-deleted', toEmail: first },
    { kind: 'account-deleted', toEmail: second },
  ])
  mailer.wake()
  await isSending
  const closing = mailer.close()
  accept()
  await closing
  expect(smtp.getAcceptedFor(first)).toHaveLength(1)
  expect(await findQueued(first, db)).toBeUndefined()
  expect(await findQueued(second, db)).toMatchObject({ tries: 0 })
})

/** The mail server never answers a recipient. Resolves once it has received one. */
const hangAtRecipient = () =>
  new Promise<void>((started) => {
    smtp.verdict = (step) => {
      if (step !== 'RCPT TO') return null
      started()
      return new Promise<null>(() => {})
    }
  })

test('delays no call when the mail server hangs, and closes after 5 seconds keeping the email', async () => {
  const email = newEmail()
  const isHanging = hangAtRecipient()
  const { db, mailer } = await createMailer()
  await db.insert(mails).values({ kind: 'account-deleted', toEmail: email })
  mailer.wake()
  await isHanging
  for (let n = 0; n < 5; n++) expect((await t.call('forgotPass', { email: newEmail() })).status).toBe(200)
  expect(await findQueued(email, db)).toMatchObject({ tries: 1 })
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const closing = mailer.close()
  vi.advanceTimersByTime(5_000)
  vi.useRealTimers()
  await closing
  expect(await findQueued(email, db)).toMatchObject({ tries: 1 })
})

test('ends an attempt after a minute without an answer, says so and keeps the email', async () => {
  const email = newEmail()
  const isHanging = hangAtRecipient()
  const { db, mailer } = await createMailer()
  await db.insert(mails).values({ kind: 'account-deleted', toEmail: email })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  mailer.wake()
  await isHanging
  vi.advanceTimersByTime(60_000)
  vi.useRealTimers()
  await mailer.close()
  const [mail] = await db.select({ tries: mails.tries, lastError: mails.lastError }).from(mails)
  expect(mail).toEqual({ tries: 1, lastError: 'TimeoutError' })
})

import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { buildApp } from '#server/app.ts'
import { mails } from '#server/platform/db/schema.ts'
import { useTestMailServer } from '#server/testing/test-mail-server.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const smtp = useTestMailServer()
const t = useTestApp(() => ({ SMTP_URL: smtp.url }))
afterEach(async () => {
  smtp.verdict = () => null
  await t.db.delete(mails)
})

let people = 0
const newEmail = () => `trouble-${++people}@mail.example`
const signUp = (email: string) =>
  t.send('signup', {
    first_name: 'Ada',
    last_name: 'L',
    email,
    password: 'eleven green bottles',
    birthdate: '1990-01-01',
  })

/** What is known of the mail that waits for this address. */
async function waiting(email: string) {
  const [mail] = await t.db
    .select({ tries: mails.tries, pauseS: sql<number>`extract(epoch from ${mails.nextTryAt} - now())::float8` })
    .from(mails)
    .where(eq(mails.toEmail, email))
  return mail
}

/** The mail's tries so far; the mailer is through with each of them. */
const triesOf = (email: string, tries: number) =>
  vi.waitFor(async () => {
    const mail = await waiting(email)
    if (mail?.tries !== tries) throw new Error(`${mail?.tries} tries`)
    return mail
  })

/** As if the pause were over. Whoever asks for a code wakes the mailer. */
async function pauseIsOver(): Promise<void> {
  await t.db.update(mails).set({ nextTryAt: sql`now()` })
  await t.call('forgotPass', { email: newEmail() })
}

test('a mail server that asks to come back later is asked again after a growing pause, with the same mail', async () => {
  const email = newEmail()
  smtp.verdict = (step, address) => (step === 'DATA' && address === email ? 451 : null)
  expect((await signUp(email)).status).toBe(200)
  const pauses: number[] = []
  for (let tries = 1; tries <= 3; tries += 1) {
    await vi.waitFor(() =>
      expect(smtp.received.filter(({ recipients }) => recipients.includes(email))).toHaveLength(tries),
    )
    pauses.push((await triesOf(email, tries)).pauseS)
    await pauseIsOver()
  }
  for (const [place, pause] of [90, 180, 360].entries()) expect(Math.abs((pauses[place] ?? 0) - pause)).toBeLessThan(5)
  smtp.verdict = () => null
  await vi.waitFor(() => expect(smtp.received.filter(({ recipients }) => recipients.includes(email))).toHaveLength(4))
  await pauseIsOver()
  await smtp.waitForAccepted(email)
  expect(
    new Set(smtp.received.filter(({ recipients }) => recipients.includes(email)).map(({ messageId }) => messageId))
      .size,
  ).toBe(1)
})

test('the pause ends at an hour', async () => {
  const email = newEmail()
  smtp.verdict = () => 451
  // Not due by itself: only once, below.
  await t.db
    .insert(mails)
    .values({ kind: 'account-deleted', toEmail: email, tries: 40, nextTryAt: sql`now() + interval '1 day'` })
  await pauseIsOver()
  const { pauseS } = await triesOf(email, 41)
  expect(Math.abs(pauseS - 3_600)).toBeLessThan(5)
})

test('a code sent anew is another code, and ends the one before', async () => {
  const user = await t.make.user()
  smtp.verdict = (step) => (step === 'DATA' ? 451 : null)
  await t.call('forgotPass', { email: user.email })
  await triesOf(user.email, 1)
  await vi.waitFor(() => expect(smtp.received.at(-1)?.recipients).toEqual([user.email]))
  const refused = smtp.received.at(-1)
  smtp.verdict = () => null
  await pauseIsOver()
  const [sent] = await smtp.waitForAccepted(user.email)
  expect(sent?.messageId).not.toBe(refused?.messageId)
  const [oldCode, newCode] = [refused, sent].map((mail) => /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? 'none')
  expect((await t.call('verifyCode', { email: user.email, code: newCode ?? '' })).status).toBe(200)
  if (oldCode !== newCode)
    expect((await t.call('verifyCode', { email: user.email, code: oldCode ?? '' })).status).toBe(400)
})

test('with the mail server away, calls go on, and what was written meanwhile goes out once it is back', async () => {
  await smtp.goOffline()
  const emails = [newEmail(), newEmail(), newEmail()]
  for (const email of emails) expect((await signUp(email)).status).toBe(200)
  for (const email of emails) await triesOf(email, 1)
  await smtp.goOnline()
  await pauseIsOver()
  for (const email of emails) expect(await smtp.waitForAccepted(email)).toHaveLength(1)
})

test.each(['RCPT TO', 'DATA'] as const)(
  'a mail refused for good at %s is given up, and the rest goes on',
  async (at) => {
    const [unknown, known] = [newEmail(), newEmail()]
    smtp.verdict = (step, address) => (step === at && address === unknown ? 550 : null)
    await t.db.insert(mails).values([
      { kind: 'account-deleted', toEmail: unknown },
      { kind: 'account-deleted', toEmail: known },
    ])
    await pauseIsOver()
    await smtp.waitForAccepted(known)
    await vi.waitFor(async () => expect(await waiting(unknown)).toBeUndefined())
  },
)

test('a mail server that does not let us send at all is for the operator to mend: nothing is given up', async () => {
  const email = newEmail()
  smtp.verdict = (step) => (step === 'MAIL FROM' ? 530 : null)
  await signUp(email)
  await triesOf(email, 1)
  smtp.verdict = () => null
  await pauseIsOver()
  expect(await smtp.waitForAccepted(email)).toHaveLength(1)
})

test('after some three days of tries a mail is given up', async () => {
  const email = newEmail()
  smtp.verdict = () => 451
  await t.db.insert(mails).values({ kind: 'account-deleted', toEmail: email, tries: 74 })
  await pauseIsOver()
  await vi.waitFor(async () => expect(await waiting(email)).toBeUndefined())
  expect(smtp.getAcceptedFor(email)).toEqual([])
})

test('what one run of the server left, the next one sends', async () => {
  const email = newEmail()
  await smtp.goOffline()
  const before = await buildApp({ env: t.env, database: t.database })
  await t.db.insert(mails).values({ kind: 'account-deleted', toEmail: email })
  await before.ready()
  await triesOf(email, 1)
  await before.close()
  await smtp.goOnline()
  await t.db.update(mails).set({ nextTryAt: sql`now()` })
  const after = await buildApp({ env: t.env, database: t.database })
  await after.ready()
  expect(await smtp.waitForAccepted(email)).toHaveLength(1)
  await after.close()
})

test('closing waits for the mail that is being sent, and sends no other', async () => {
  const [first, second] = [newEmail(), newEmail()]
  let letEnd = () => {}
  const mayEnd = new Promise<null>((resolve) => (letEnd = () => resolve(null)))
  smtp.verdict = (step) => (step === 'DATA' ? mayEnd : null)
  const app = await buildApp({ env: t.env, database: t.database })
  await t.db.insert(mails).values([
    { kind: 'account-deleted', toEmail: first },
    { kind: 'account-deleted', toEmail: second },
  ])
  await app.ready()
  await triesOf(first, 1)
  let isClosed = false
  const closing = app.close().then(() => (isClosed = true))
  await new Promise((done) => setTimeout(done, 300))
  expect(isClosed).toBe(false)
  letEnd()
  await closing
  expect(smtp.getAcceptedFor(first)).toHaveLength(1)
  expect(await waiting(first)).toBeUndefined()
  expect(await waiting(second)).toMatchObject({ tries: 0 })
})

test('a mail server that hangs holds up no call, and closing for a few seconds only; the mail is kept', async () => {
  const email = newEmail()
  let isHeld = false
  smtp.verdict = (step) => {
    if (step !== 'RCPT TO') return null
    isHeld = true
    return new Promise<null>(() => {})
  }
  const app = await buildApp({ env: t.env, database: t.database })
  await app.ready()
  await t.db.insert(mails).values({ kind: 'account-deleted', toEmail: email })
  const began = performance.now()
  const ask = () => app.inject({ method: 'POST', url: '/api/forgotPass', payload: { email: newEmail() } })
  expect((await ask()).statusCode).toBe(200)
  await vi.waitFor(() => expect(isHeld).toBe(true))
  for (let asked = 0; asked < 5; asked += 1) expect((await ask()).statusCode).toBe(200)
  expect(performance.now() - began).toBeLessThan(3_000)
  const closingBegan = performance.now()
  await app.close()
  expect(performance.now() - closingBegan).toBeLessThan(7_000)
  expect(await waiting(email)).toMatchObject({ tries: 1 })
})

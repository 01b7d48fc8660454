import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { PROOF_BITS } from '#contract/limits.ts'
import { at } from '#server/testing/at.ts'
import { Browser, solve } from '#server/testing/accounts/browser.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const PASSWORD = 'eleven green bottles'
const ADDRESSES = 1_000
const HOURS = 24
const HOUR_MS = 3_600_000

const t = useTestApp({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1' })

// The throttles count by this clock; the database's own times play no part in what is tested here.
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
})
afterAll(() => {
  vi.useRealTimers()
})

/** A botnet: half of it IPv4, half of it one /48. */
const toAttackerIp = (n: number) =>
  n % 2 ? `198.51.${100 + (n >> 8)}.${n & 255}` : `2001:db8:bad:${n.toString(16)}::1`

/** In each hour a part of the addresses guesses passwords; one of them asks for a code and guesses that. */
async function attackForAnHour(hour: number, emails: string[]): Promise<string[]> {
  const turns = ADDRESSES / HOURS
  const strangers = Array.from({ length: Math.ceil(turns) }, (_, n) => {
    const number = Math.floor(hour * turns) + n
    return { browser: new Browser(t.app, toAttackerIp(number)), email: at(emails, (number >> 1) % emails.length) }
  })
  const answers = []
  // A few at a time, as the busiest machine can answer.
  while (strangers.length > 0) {
    const batch = strangers.splice(0, 6)
    answers.push(
      ...(await Promise.all(batch.map(({ browser, email }) => browser.login(email, `guess ${randomInt(1e9)}`)))),
    )
  }
  const [browser, email] = [new Browser(t.app, toAttackerIp(hour)), at(emails, hour % emails.length)]
  await browser.send('forgotPass', { email })
  answers.push(await browser.send('verifyCode', { email, code: '123456' }))
  return answers.map(({ code, status }) => code ?? String(status))
}

test('a stranger with 1,000 addresses keeps neither a student nor the only admin out in a day', async () => {
  const owners = [
    await t.make.user({ password: PASSWORD, emailVerifiedAt: new Date() }),
    await t.make.user({ password: PASSWORD, emailVerifiedAt: new Date(), role: 'admin' }),
  ].map(({ email }, n) => ({ email, known: new Browser(t.app, `192.0.2.${n}`) }))
  for (const { email, known } of owners) expect((await known.login(email, PASSWORD)).status).toBe(200)
  const answers = new Set<string>()

  for (let hour = 0; hour < HOURS; hour++) {
    const emails = owners.map(({ email }) => email)
    for (const answer of await attackForAnHour(hour, emails)) answers.add(answer)
    if (hour % 6 === 5) {
      // At once, with a mistake of her own too.
      for (const { email, known } of owners) {
        expect((await known.login(email, 'a slip')).status).toBe(401)
        expect((await known.login(email, PASSWORD)).status).toBe(200)
      }
    }
    if (hour < HOURS - 1) vi.advanceTimersByTime(HOUR_MS)
  }

  // The attack ran into the proof of work and got nowhere.
  expect([...answers].sort()).toEqual(['proof_needed', 'wrong_code', 'wrong_credentials'])
  for (const [n, { email, known }] of owners.entries()) {
    const startedAt = performance.now()
    const fresh = new Browser(t.app, `192.0.2.${100 + n}`)
    const { code, challenge } = await fresh.login(email, PASSWORD)
    expect([code, challenge?.bits]).toEqual(['proof_needed', PROOF_BITS])
    expect((await fresh.login(email, PASSWORD, solve(challenge ?? { seed: '', bits: 0 }))).status).toBe(200)
    expect(performance.now() - startedAt).toBeLessThan(60_000)
    expect(await resetWithCode(known, email)).toBe(200)
    const subjects = (await getSentMails(t, email)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Many failed logins to your account')).toHaveLength(1)
    expect(subjects.filter((subject) => subject === 'Your password reset code').length).toBeLessThanOrEqual(10 + 1)
  }
})

async function resetWithCode(browser: Browser, email: string): Promise<number> {
  const before = (await getSentMails(t, email)).length
  await browser.send('forgotPass', { email })
  const mails = await getSentMails(t, email)
  expect(mails).toHaveLength(before + 1)
  const code = /^\s*(\d{6})\s*$/m.exec(mails.at(-1)?.text ?? '')?.[1] ?? ''
  return (await browser.send('resetPass', { email, code, password: 'a lantern in the fog' })).status
}

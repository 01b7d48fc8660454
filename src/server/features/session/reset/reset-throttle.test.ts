import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { throttles } from '#server/platform/db/schema.ts'
import { Browser } from '#server/testing/accounts/browser.ts'
import { findMailsTo } from '#server/testing/mail/outbox.ts'
import { extractCode, getSentMails, wrongCode } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { createResetLink } from './mail-token.ts'

const PASSWORD = 'eleven green bottles'
const NEW = 'a lantern in the fog'

const t = useTestApp({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1' })

const browse = (ip: string) => new Browser(t.app, ip)
const ask = (browser: Browser, email: string) => browser.send('forgotPass', { email })
const countMails = async (email: string) => (await getSentMails(t, email)).length
const getLastCode = async (email: string) => extractCode((await getSentMails(t, email)).at(-1))
/** As if strangers, or browsers in one network, had asked for ten codes. */
const useUpToday = () =>
  t.db
    .update(throttles)
    .set({ points: 10 })
    .where(sql`${throttles.key} like 'code-day:%'`)
const quarterLater = () =>
  t.db
    .update(throttles)
    .set({ expire: 1 })
    .where(sql`${throttles.key} like 'code:%'`)

test('sends three codes per browser in 15 minutes and hides the limit', async () => {
  const { email } = await t.make.user()
  const browser = browse('10.0.1.1')
  for (let n = 0; n < 5; n++) expect((await ask(browser, email)).status).toBe(200)
  expect(await countMails(email)).toBe(3)
  expect((await browser.send('verifyCode', { email, code: await getLastCode(email) })).status).toBe(200)
})

test('counts parallel requests like sequential ones', async () => {
  const { email } = await t.make.user()
  const browser = browse('10.0.2.1')
  await ask(browser, email)
  await Promise.all(Array.from({ length: 20 }, () => ask(browser, email)))
  expect(await countMails(email)).toBe(3)
})

test('sends codes again after 15 minutes, however many requests were ignored', async () => {
  const { email } = await t.make.user()
  const browser = browse('10.0.3.1')
  for (let n = 0; n < 14; n++) await ask(browser, email)
  await quarterLater()
  await ask(browser, email)
  expect(await countMails(email)).toBe(4)
})

test('sends ten codes a day to an account that unknown networks ask for', async () => {
  const { email } = await t.make.user()
  for (let n = 0; n < 12; n++) await ask(browse(`10.0.4.${n}`), email)
  expect(await countMails(email)).toBe(10)
})

test('sends the owner a code from a known browser or network after strangers have had ten', async () => {
  const { email } = await t.make.user({ password: PASSWORD })
  const own = browse('10.0.5.1')
  await own.login(email, PASSWORD)
  await ask(browse('10.0.6.1'), email)
  await useUpToday()
  await ask(browse('10.0.6.2'), email)
  expect(await countMails(email)).toBe(1)
  await ask(own, email)
  expect(await countMails(email)).toBe(2)
  // A browser without the cookie, on the same network.
  await ask(browse('10.0.5.1'), email)
  expect(await countMails(email)).toBe(3)
  // A stranger on the owner's network uses up that network's codes, and not the browser's.
  await useUpToday()
  await ask(browse('10.0.5.1'), email)
  expect(await countMails(email)).toBe(3)
  await ask(own, email)
  expect(await countMails(email)).toBe(4)
})

test('accepts a code only in the browser that asked for it', async () => {
  const { email } = await t.make.user()
  const [own, stranger] = [browse('10.0.7.1'), browse('10.0.7.2')]
  await ask(own, email)
  const code = await getLastCode(email)
  for (const name of ['verifyCode', 'resetPass'] as const) {
    const answer = await stranger.send(name, { email, code, password: NEW })
    expect([answer.status, answer.code]).toEqual([400, 'wrong_code'])
  }
  expect((await own.send('resetPass', { email, code, password: NEW })).status).toBe(200)
})

test('keeps the owner’s code while strangers guess and ask for codes of their own', async () => {
  const { email } = await t.make.user()
  const own = browse('10.0.8.1')
  await ask(own, email)
  const code = await getLastCode(email)
  for (let n = 0; n < 3; n++) {
    const stranger = browse(`10.0.9.${n}`)
    await ask(stranger, email)
    for (let guess = 0; guess < 5; guess++) await stranger.send('verifyCode', { email, code: wrongCode(code) })
  }
  await getSentMails(t, email)
  expect((await own.send('verifyCode', { email, code })).status).toBe(200)
  expect((await own.send('resetPass', { email, code, password: NEW })).status).toBe(200)
})

test('counts wrong codes like wrong passwords', async () => {
  const { email } = await t.make.user({ password: PASSWORD })
  const guess = (name: 'verifyCode' | 'resetPass') =>
    browse('10.0.10.1').send(name, { email, code: '000000', password: NEW })
  for (let n = 0; n < 6; n++) {
    expect((await guess('verifyCode')).status).toBe(400)
    if (n < 5) expect((await guess('resetPass')).status).toBe(400)
  }
  expect((await guess('verifyCode')).code).toBe('too_many_failures')
  expect((await browse('10.0.10.1').login(email, PASSWORD)).code).toBe('too_many_failures')
  expect((await browse('10.0.10.2').login(email, PASSWORD)).status).toBe(200)
})

test('blocks a network after 25 wrong codes over all accounts', async () => {
  const answers = []
  for (let n = 0; n < 26; n++)
    answers.push(await browse('10.0.11.1').send('verifyCode', { email: `nobody${n}@mail.example`, code: '000000' }))
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 25 }, () => 400), 429])
})

test('a right code after wrong passwords is not delayed', async () => {
  const { email } = await t.make.user({ password: PASSWORD })
  const browser = browse('10.0.12.1')
  for (let n = 0; n < 10; n++) await browser.login(email, 'forgotten')
  await ask(browser, email)
  const code = await getLastCode(email)
  expect((await browser.send('verifyCode', { email, code })).status).toBe(200)
  expect((await browser.send('resetPass', { email, code, password: NEW })).status).toBe(200)
  expect((await browser.login(email, NEW)).status).toBe(200)
})

test('returns 429 after 25 requests for codes from one network in five minutes', async () => {
  const { email } = await t.make.user()
  for (let n = 0; n < 25; n++) expect((await ask(browse(`2001:db8::${n}`), `who${n}@mail.example`)).status).toBe(200)
  const refused = await ask(browse('2001:db8::ffff'), email)
  expect([refused.status, refused.code]).toEqual([429, 'too_often'])
  expect(refused.retryAfter).toBeGreaterThan(0)
  expect(refused.retryAfter).toBeLessThanOrEqual(300)
  expect(await findMailsTo(t, email)).toEqual([])
  expect((await ask(browse('2001:db8:0:1::1'), email)).status).toBe(200)
  expect(await countMails(email)).toBe(1)
})

/** The token of the link in the last email. */
async function getMailToken(email: string): Promise<string> {
  const text = (await getSentMails(t, email)).at(-1)?.text ?? ''
  const token = /\/forgotpassword\?token=([\w.-]+)/.exec(text.replaceAll(/\s/g, ''))?.[1]?.slice(0, 52)
  if (token === undefined) throw new Error('No link in the email')
  return token
}

describe('the owner who has never signed in', () => {
  /** One mail is sent, and the account counts ten. */
  async function useUpCodes(email: string, ip: string) {
    await ask(browse(ip), email)
    await useUpToday()
    await ask(browse(ip), email)
    expect(await countMails(email)).toBe(1)
  }

  test('gets a code with the link in the strangers’ emails, in any browser', async () => {
    const { email } = await t.make.user()
    // Three networks, whose browsers keep no cookies, ask all day.
    for (let n = 0; n < 24; n++) await ask(browse(`10.0.20.${n % 3}`), email)
    expect(await countMails(email)).toBe(10)
    const own = browse('10.0.21.1')
    await ask(own, email)
    expect(await countMails(email)).toBe(10)
    await own.send('forgotPass', { email, token: await getMailToken(email) })
    expect(await countMails(email)).toBe(11)
    const code = await getLastCode(email)
    expect((await own.send('resetPass', { email, code, password: NEW })).status).toBe(200)
  })

  test('gets a code from a new network while one network asks all day', async () => {
    const { email } = await t.make.user()
    for (let n = 0; n < 20; n++) await ask(browse('10.0.22.1'), email)
    expect(await countMails(email)).toBe(5)
    await ask(browse('10.0.22.2'), email)
    expect(await countMails(email)).toBe(6)
  })

  test('gets ten codes a day with the link, and no more', async () => {
    const { email } = await t.make.user()
    await ask(browse('10.0.23.1'), email)
    const token = await getMailToken(email)
    for (let n = 0; n < 12; n++) await browse(`10.0.23.${n}`).send('forgotPass', { email, token })
    expect(await countMails(email)).toBe(11)
  })

  test.each([
    [
      'of another account',
      async () => {
        const { email } = await t.make.user()
        await ask(browse('10.0.24.9'), email)
        return getMailToken(email)
      },
    ],
    ['that is forged', async () => `${Date.now().toString(36)}.${'A'.repeat(43)}`],
    ['that is no token', async () => 'x'],
    ['that is empty', async () => ''],
  ])('gets no code with a token %s', async (_name, makeToken) => {
    const { email } = await t.make.user()
    await useUpCodes(email, '10.0.25.2')
    const answer = await browse('10.0.25.1').send('forgotPass', { email, token: await makeToken() })
    expect([answer.status, await countMails(email)]).toEqual([200, 1])
  })

  test('gets no code with a token that is older than 30 days', async () => {
    const { email } = await t.make.user()
    await useUpCodes(email, '10.0.26.2')
    const mailSentAt = (daysAgo: number) => ({ toEmail: email, createdAt: new Date(Date.now() - daysAgo * 86_400_000) })
    for (const [daysAgo, mails] of [
      [31, 1],
      [29, 2],
    ] as const) {
      const link = await createResetLink(t.db, { siteUrl: '', mail: mailSentAt(daysAgo) })
      await browse('10.0.26.1').send('forgotPass', { email, token: link.split('token=')[1] ?? '' })
      expect(await countMails(email)).toBe(mails)
    }
  })
})

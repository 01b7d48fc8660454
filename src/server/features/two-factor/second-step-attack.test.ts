import { hash } from 'node:crypto'
import { expect, test } from 'vitest'
import { rememberDevice } from '#server/http/cookies/known-devices.ts'
import { at } from '#server/testing/at.ts'
import { Browser } from '#server/testing/accounts/browser.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { createTotpCode, createTotpUser } from '#server/testing/accounts/two-factor.ts'
import { TEST_PASSWORD } from '#server/testing/accounts/users.ts'

const t = useTestApp({ THROTTLE: 'on', TRUST_PROXY: '127.0.0.1' })

test('whoever knows the password gets a hundred codes a day, and keeps the owner out nowhere', async () => {
  const { user, secret, browser: known, recoveryCodes } = await createTotpUser(t)
  await known.send('logout', {})
  const codes = new Map<string, number>()
  for (let network = 0; network < 12; network++) {
    const stranger = new Browser(t.app, `198.51.100.${network}`)
    for (let tries = 0; tries < 10; tries++) {
      if (tries % 5 === 0) await stranger.login(user.email, TEST_PASSWORD)
      const { code = '' } = await stranger.send('confirmLogin', { code: createTotpCode(secret, 10 + tries) })
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  }
  expect(Object.fromEntries(codes)).toEqual({ wrong_code: 100, too_often: 20 })
  const subjects = (await getSentMails(t, user.email)).map(({ subject }) => subject)
  expect(subjects.filter((subject) => subject === 'Someone may be able to log in as you')).toHaveLength(1)

  expect((await known.login(user.email, TEST_PASSWORD)).code).toBe('second_factor_needed')
  expect((await known.send('confirmLogin', { code: createTotpCode(secret) })).status).toBe(200)
  const unknown = new Browser(t.app, '203.0.113.9')
  await unknown.login(user.email, TEST_PASSWORD)
  expect((await unknown.send('confirmLogin', { code: createTotpCode(secret, 1) })).status).toBe(429)
  expect((await unknown.send('confirmLogin', { code: at(recoveryCodes, 0) })).status).toBe(200)
})

test('one network gets ten codes in a quarter of an hour', async () => {
  const { user, secret } = await createTotpUser(t)
  const stranger = new Browser(t.app, '203.0.113.20')
  const codes: (string | undefined)[] = []
  for (let tries = 0; tries < 12; tries++) {
    if (tries % 4 === 0) await stranger.login(user.email, TEST_PASSWORD)
    codes.push((await stranger.send('confirmLogin', { code: createTotpCode(secret, 20 + tries) })).code)
  }
  expect(codes.filter((code) => code === 'wrong_code')).toHaveLength(10)
  expect(codes.slice(-2)).toEqual(['too_often', 'too_often'])
})

test('known browsers of one account get a hundred codes a day together', async () => {
  const { user, secret } = await createTotpUser(t)
  const codes = new Map<string, number>()
  for (let n = 0; n < 12; n++) {
    const browser = new Browser(t.app, '198.51.100.1')
    // As after a password reset in this browser.
    const device = `${n}`.padStart(43, 'd')
    browser.setCookie('device', device)
    const deviceHash = hash('sha256', device, 'base64')
    await t.db.transaction((tx) => rememberDevice(tx, { userId: user.id, deviceHash, ip: '198.51.100.1' }))
    for (let tries = 0; tries < 10; tries++) {
      if (tries % 5 === 0) await browser.login(user.email, TEST_PASSWORD)
      const { code = '' } = await browser.send('confirmLogin', { code: createTotpCode(secret, 10 + tries) })
      codes.set(code, (codes.get(code) ?? 0) + 1)
    }
  }
  expect(Object.fromEntries(codes)).toEqual({ wrong_code: 100, too_often: 20 })
})

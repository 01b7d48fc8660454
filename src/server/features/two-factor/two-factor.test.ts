import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { CallOutput } from '#contract/contract.ts'
import { CLOSE_CODES } from '#contract/socket.ts'
import {
  auditLog,
  authChallenges,
  recoveryCodes,
  sessions,
  totpSecrets,
  trustedBrowsers,
  users,
} from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { Browser } from '#server/testing/accounts/browser.ts'
import { changeMeanwhile } from '#server/testing/change-meanwhile.ts'
import { getSentMails, requestResetCode } from '#server/testing/mail/sent-mails.ts'
import { SocketClient, startListening } from '#server/testing/network/socket-client.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { openSecretBox } from '#server/platform/secrets/secret-box.ts'
import { createWarnings } from '#server/platform/warnings.ts'
import { allowCodesAgain, createTotpCode, createTotpUser, isSignedIn } from '#server/testing/accounts/two-factor.ts'
import { TEST_PASSWORD } from '#server/testing/accounts/users.ts'
import { warnAboutSecretKey } from './warn-about-secret-key.ts'

const t = useTestApp({ TRUST_PROXY: '127.0.0.1' })

const openBrowser = () => new Browser(t.app, '198.51.100.7')

async function enterPassword(email: string, browser = openBrowser()) {
  const answer = await browser.login(email, TEST_PASSWORD)
  expect([answer.status, answer.code]).toEqual([401, 'second_factor_needed'])
  return { browser, steps: answer.body.steps }
}

describe('setting up an authenticator app', () => {
  test('asks for the password, takes a right code once, and shows ten recovery codes', async () => {
    const user = await t.make.user({ password: TEST_PASSWORD })
    const browser = openBrowser()
    await browser.login(user.email, TEST_PASSWORD)
    expect((await browser.send('startTotp', {})).code).toBe('wrong_password')
    const started = await browser.send('startTotp', { password: TEST_PASSWORD })
    const { secret, uri } = started.body.msg as CallOutput<'startTotp'>
    expect(uri).toBe(
      `otpauth://totp/Learn%20Lantern:${encodeURIComponent(user.email)}?issuer=Learn%20Lantern&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
    )
    expect((await browser.send('confirmTotp', { code: createTotpCode(secret, 5) })).code).toBe('wrong_code')
    // Wrong codes use up no quota of emails, so a stolen session can't block the password's change with them.
    for (let n = 0; n < 25; n++) await browser.send('confirmTotp', { code: createTotpCode(secret, 5) })
    // Not on yet.
    expect((await openBrowser().login(user.email, TEST_PASSWORD)).status).toBe(200)
    const answers = await Promise.all([0, 0].map(() => browser.send('confirmTotp', { code: createTotpCode(secret) })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const accepted = at(answers.filter(({ status }) => status === 200))
    const { recovery_codes } = accepted.body.msg as CallOutput<'confirmTotp'>
    expect(new Set(recovery_codes).size).toBe(10)
    const again = await browser.send('confirmTotp', { code: createTotpCode(secret, 1) })
    expect([again.code, again.body.msg]).toEqual(['changed_meanwhile', expect.stringContaining('is on already')])
    for (const code of recovery_codes) expect(code).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
    expect((await browser.send('startTotp', { password: TEST_PASSWORD })).status).toBe(409)
    expect(await t.findLogMessages(user.id)).toContain('Turned on the authenticator app')
    expect((await getSentMails(t, user.email)).map(({ subject }) => subject)).toContain(
      'Your two-step verification changed',
    )
    const { body } = await browser.send('getAccount', {})
    expect((body.msg as CallOutput<'getAccount'>).secondFactor).toMatchObject({ hasTotp: true, recoveryCodes: 10 })
  })

  test('stores neither the key nor a recovery code as it is', async () => {
    const { user, secret, recoveryCodes: codes } = await createTotpUser(t)
    const stored = JSON.stringify([
      await t.db.select().from(totpSecrets).where(eq(totpSecrets.userId, user.id)),
      await t.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id)),
    ])
    expect(stored).not.toContain(secret)
    for (const code of codes) expect(stored).not.toContain(code)
  })
})

describe('logging in with a second step', () => {
  test('signs nobody in before the code, and takes a code once', async () => {
    const { user, secret } = await createTotpUser(t)
    const { browser, steps } = await enterPassword(user.email)
    expect(steps).toEqual(['totp', 'recovery'])
    expect(await isSignedIn(browser)).toBe(false)
    const code = createTotpCode(secret)
    const other = await enterPassword(user.email)
    // Of parallel uses of one code, one gets in.
    const logins = [browser, other.browser].map((one) => one.send('confirmLogin', { code }))
    expect((await Promise.all(logins)).map(({ status }) => status).sort()).toEqual([200, 400])
    expect([await isSignedIn(browser), await isSignedIn(other.browser)].sort()).toEqual([false, true])
    expect(await t.findLogMessages(user.id)).toContain('Logged in with two-step verification')
  })

  test('signs nobody in when the login ends while the code is checked', async () => {
    const { user, secret } = await createTotpUser(t)
    const { browser } = await enterPassword(user.email)
    changeMeanwhile(t.database, 'update "totp_secrets"', `DELETE FROM auth_challenges WHERE user_id = ${user.id}`)
    const { status, code } = await browser.send('confirmLogin', { code: createTotpCode(secret) })
    expect([status, code, await isSignedIn(browser)]).toEqual([401, 'login_expired', false])
  })

  test('takes a code of the step before and after, and no other', async () => {
    const { user, secret } = await createTotpUser(t)
    for (const [steps, status] of [
      [-1, 200],
      [1, 200],
      [-3, 400],
      [3, 400],
    ] as const) {
      await allowCodesAgain(t, user.id)
      const { browser } = await enterPassword(user.email)
      const answer = await browser.send('confirmLogin', { code: createTotpCode(secret, steps) })
      expect([steps, answer.status]).toEqual([steps, status])
    }
  })

  test('takes a code in the digits of another script', async () => {
    const { user, secret } = await createTotpUser(t)
    const { browser } = await enterPassword(user.email)
    const arabic = [...createTotpCode(secret)].map((digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]).join('')
    expect((await browser.send('confirmLogin', { code: arabic })).status).toBe(200)
  })

  test.each(['éééééé', '😀😀😀', '一二三四五六', '12345', 'abcdef'])('refuses %s, which is no code', async (code) => {
    const { user } = await createTotpUser(t)
    const { browser } = await enterPassword(user.email)
    const answer = await browser.send('confirmLogin', { code })
    expect([answer.status, answer.code]).toEqual([400, 'wrong_code'])
    expect(await t.findLogMessages(user.id)).toContain('Entered a wrong code at login')
  })

  test('ends the login after five wrong codes, also parallel ones', async () => {
    const { user, secret } = await createTotpUser(t)
    const { browser } = await enterPassword(user.email)
    const wrong = createTotpCode(secret, 10)
    const answers = await Promise.all(Array.from({ length: 8 }, () => browser.send('confirmLogin', { code: wrong })))
    const codes = answers.map(({ code }) => code).sort()
    expect(codes).toEqual([...Array(3).fill('login_expired'), ...Array(5).fill('wrong_code')])
    const late = await browser.send('confirmLogin', { code: createTotpCode(secret) })
    expect([late.status, late.code]).toEqual([401, 'login_expired'])
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('belongs to the browser of the password, for five minutes', async () => {
    const { user, secret } = await createTotpUser(t)
    const { browser } = await enterPassword(user.email)
    const code = createTotpCode(secret)
    expect((await openBrowser().send('confirmLogin', { code })).code).toBe('login_expired')
    await t.db.update(authChallenges).set({ expiresAt: new Date(Date.now() - 1) })
    expect((await browser.send('confirmLogin', { code })).code).toBe('login_expired')
  })

  test('ends when the password changes between the steps', async () => {
    const { user, browser: signedIn, secret } = await createTotpUser(t)
    const { browser } = await enterPassword(user.email)
    const change = { password: TEST_PASSWORD, new_password: 'another long password' }
    expect((await signedIn.send('changePassword', change)).status).toBe(200)
    expect((await browser.send('confirmLogin', { code: createTotpCode(secret) })).code).toBe('login_expired')
  })

  test('takes a recovery code once, however it is typed', async () => {
    const { user, recoveryCodes: codes } = await createTotpUser(t)
    const code = at(codes, 0).replaceAll('-', ' ').toUpperCase()
    const browsers = await Promise.all([1, 2].map(async () => (await enterPassword(user.email)).browser))
    const answers = await Promise.all(browsers.map((browser) => browser.send('confirmLogin', { code })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400])
    const left = await t.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id))
    expect(left).toHaveLength(9)
    const mails = await getSentMails(t, user.email)
    expect(mails.some(({ text }) => text?.includes('Used a recovery code to log in'))).toBe(true)
  })

  test('renews the recovery codes, and the old ones end', async () => {
    const { user, browser, recoveryCodes: codes } = await createTotpUser(t)
    expect((await browser.send('renewRecoveryCodes', { password: 'not this one' })).code).toBe('wrong_password')
    const renewed = await browser.send('renewRecoveryCodes', { password: TEST_PASSWORD })
    const { recovery_codes } = renewed.body.msg as CallOutput<'renewRecoveryCodes'>
    const login = await enterPassword(user.email)
    expect((await login.browser.send('confirmLogin', { code: at(codes, 1) })).status).toBe(400)
    expect((await login.browser.send('confirmLogin', { code: at(recovery_codes, 1) })).status).toBe(200)
  })

  test.each([{}, { code: '' }, { code: 7 }, { code: 'x'.repeat(41) }, { code: '123456', trust: 'yes' }])(
    'returns 400 for %j',
    async (body) => {
      expect((await openBrowser().send('confirmLogin', body)).code).toBe('invalid_input')
    },
  )
})

describe('a trusted browser', () => {
  async function createTrustedBrowser() {
    const made = await createTotpUser(t)
    const { browser } = await enterPassword(made.user.email)
    await browser.send('confirmLogin', { code: createTotpCode(made.secret), trust: true })
    await browser.send('logout', {})
    return { ...made, signedIn: made.browser, browser }
  }

  test('skips the second step of its user for 30 days, and of nobody else', async () => {
    const { user, browser } = await createTrustedBrowser()
    expect((await browser.login(user.email, TEST_PASSWORD)).status).toBe(200)
    const other = await createTotpUser(t)
    await enterPassword(other.user.email, browser)
    // A copy under the other user's name is worth nothing.
    browser.setCookie(`trust-${other.user.id}`, browser.getCookie(`trust-${user.id}`) ?? '')
    await enterPassword(other.user.email, browser)
    await t.db.update(trustedBrowsers).set({ expiresAt: new Date(Date.now() - 1) })
    await enterPassword(user.email, browser)
  })

  test.each([
    ['changePassword', { password: TEST_PASSWORD, new_password: TEST_PASSWORD }],
    ['endOtherSessions', {}],
    ['forgetTrustedBrowsers', {}],
  ] as const)('is trusted no more after %s', async (name, body) => {
    const { user, browser, signedIn } = await createTrustedBrowser()
    const countTrusted = async () =>
      ((await signedIn.send('getAccount', {})).body.msg as CallOutput<'getAccount'>).secondFactor.trustedBrowsers
    expect(await countTrusted()).toBe(1)
    expect((await signedIn.send(name, body)).status).toBe(200)
    expect(await countTrusted()).toBe(0)
    await enterPassword(user.email, browser)
  })
})

test('each change of an admin’s factors is an entry of the audit log, and a student’s is none', async () => {
  const student = await createTotpUser(t)
  const { user, browser } = await createTotpUser(t, { role: 'admin' })
  await browser.send('renewRecoveryCodes', { password: TEST_PASSWORD })
  await browser.send('removeTotp', { password: TEST_PASSWORD })
  const findActions = async (id: number) => {
    const rows = await t.db.select().from(auditLog).where(eq(auditLog.actorId, id)).orderBy(auditLog.id)
    return rows.map(({ action }) => action)
  }
  expect(await findActions(user.id)).toEqual(['user.add_totp', 'user.renew_recovery_codes', 'user.remove_totp'])
  expect(await findActions(student.user.id)).toEqual([])
})

describe('removing it', () => {
  test('asks for the password and takes the recovery codes along', async () => {
    const { user, browser } = await createTotpUser(t)
    expect((await browser.send('removeTotp', { password: 'not this one' })).code).toBe('wrong_password')
    expect((await browser.send('removeTotp', { password: TEST_PASSWORD })).status).toBe(200)
    expect(await t.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id))).toEqual([])
    expect((await openBrowser().login(user.email, TEST_PASSWORD)).status).toBe(200)
    expect((await browser.send('renewRecoveryCodes', { password: TEST_PASSWORD })).status).toBe(409)
  })

  test('is not done by a password reset, except where the email was never proven', async () => {
    const proven = await createTotpUser(t)
    const unproven = await createTotpUser(t, { emailVerifiedAt: null })
    for (const { user } of [proven, unproven]) {
      const code = await requestResetCode(t, user.email)
      await t.call('resetPass', { email: user.email, code, password: 'a password of the owner' })
    }
    const login = (email: string) => openBrowser().login(email, 'a password of the owner')
    expect((await login(proven.user.email)).code).toBe('second_factor_needed')
    // Whoever signed up with this address first may not have been its owner.
    expect((await login(unproven.user.email)).status).toBe(200)
    const mails = await getSentMails(t, unproven.user.email)
    const texts = mails.map(({ text = '' }) => text.replace(/\s+/g, ' '))
    expect(texts.join('\n')).toContain('The password reset turned two-step verification off')
  })

  test('is not done by an admin’s password reset, even where the email was never proven', async () => {
    const { user } = await createTotpUser(t, { role: 'admin', emailVerifiedAt: null })
    const code = await requestResetCode(t, user.email)
    const password = 'a password of the owner'
    expect((await t.call('resetPass', { email: user.email, code, password })).status).toBe(200)
    expect((await openBrowser().login(user.email, password)).code).toBe('second_factor_needed')
  })

  test('reports each change of a factor by email, and asks trusted browsers again', async () => {
    const { user, secret, browser, recoveryCodes: codes } = await createTotpUser(t)
    const trusted = openBrowser()
    const trust = async () => {
      await allowCodesAgain(t, user.id)
      await trusted.login(user.email, TEST_PASSWORD)
      await trusted.send('confirmLogin', { code: createTotpCode(secret), trust: true })
      expect((await trusted.login(user.email, TEST_PASSWORD)).status).toBe(200)
    }
    await trust()
    expect((await browser.send('renewRecoveryCodes', { password: TEST_PASSWORD })).status).toBe(200)
    expect((await trusted.login(user.email, TEST_PASSWORD)).code).toBe('second_factor_needed')
    await trust()
    const ended = at(await t.db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, user.id)), 1)
    expect((await browser.send('endSession', { session_id: ended.id })).status).toBe(200)
    expect((await trusted.login(user.email, TEST_PASSWORD)).code).toBe('second_factor_needed')
    await browser.send('removeTotp', { password: TEST_PASSWORD })
    const mails = await getSentMails(t, user.email)
    const details = mails.flatMap(({ text }) => /done in your account:\s+([^.]+)\./.exec(text ?? '')?.[1] ?? [])
    expect(details.map((detail) => detail.replace(/\s+/g, ' '))).toEqual([
      'Turned on the authenticator app',
      'Replaced the recovery codes',
      'Turned off the authenticator app',
    ])
    expect(codes).toHaveLength(10)
  })
})

describe('where admins must have a second factor', () => {
  test('an admin without one is let in to set it up, and cannot remove the last one', async () => {
    const server = await t.startSecondServer({ ADMIN_SECOND_FACTOR: 'required' })
    const admin = await t.make.user({ role: 'admin', password: TEST_PASSWORD })
    const browser = new Browser(server.app, '203.0.113.7')
    await browser.login(admin.email, TEST_PASSWORD)
    expect((await browser.send('session', {})).body.msg).toMatchObject({ loggedIn: true, needsSecondFactor: true })
    for (const name of ['getUsers', 'getCourses', 'getNotifications'] as const)
      expect([name, (await browser.send(name, { page: 1 })).code]).toEqual([name, 'second_factor_required'])
    const started = await browser.send('startTotp', { password: TEST_PASSWORD })
    const { secret } = started.body.msg as CallOutput<'startTotp'>
    expect((await browser.send('confirmTotp', { code: createTotpCode(secret) })).status).toBe(200)
    expect((await browser.send('getUsers', { page: 1 })).status).toBe(200)
    expect((await browser.send('session', {})).body.msg).not.toHaveProperty('needsSecondFactor')
    const removed = await browser.send('removeTotp', { password: TEST_PASSWORD })
    expect([removed.status, removed.code]).toEqual([403, 'second_factor_required'])
    expect((await browser.send('getUsers', { page: 1 })).status).toBe(200)
    await server.close()
  })

  test('an admin in the student’s view is asked for it as well, and the chat is closed to them', async () => {
    const admin = await t.make.signedIn({ role: 'admin' })
    await t.call('setViewAsStudent', { on: true }, admin.cookie)
    const server = await t.startSecondServer({ ADMIN_SECOND_FACTOR: 'required' })
    const { body } = await server.call('session', {}, admin.cookie)
    expect(body.msg).toMatchObject({ needsSecondFactor: true, userData: [{ role: 'admin' }] })
    const headers = { cookie: admin.cookie, origin: 'http://localhost:3000' }
    const socket = new SocketClient(await startListening(server.app), headers)
    await socket.waitUntil(({ closeCode }) => closeCode !== undefined)
    expect(socket.closeCode).toBe(CLOSE_CODES.policy)
    await server.close()
  })

  test('students go on without one', async () => {
    const server = await t.startSecondServer({ ADMIN_SECOND_FACTOR: 'required' })
    const student = await t.make.signedIn()
    expect((await server.call('getNotifications', { page: 1 }, student.cookie)).status).toBe(200)
    await t.db.update(users).set({ role: 'student' }).where(eq(users.id, student.id))
    await server.close()
  })
})

test('a start with another key than the one that encrypted the apps’ keys warns', async () => {
  await createTotpUser(t)
  const warn = async (env = t.env) => {
    const warnings = createWarnings()
    await warnAboutSecretKey(t.db, openSecretBox(env), warnings)
    return warnings.list().map(({ code }) => code)
  }
  const otherEnv = { ...t.env, secretKey: 'another key'.repeat(3) }
  expect(await warn()).toEqual([])
  expect(await warn(otherEnv)).toEqual(['wrong_secret_key'])
  // Set-ups that were never finished have no codes to refuse.
  await t.db.update(totpSecrets).set({ confirmedAt: null })
  expect(await warn(otherEnv)).toEqual([])
})

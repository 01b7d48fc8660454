import { desc, eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import type { CallOutput } from '#contract/contract.ts'
import { LIMITS } from '#contract/limits.ts'
import { auditLog, passkeys, systemLog, users } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { Authenticator } from '#server/testing/accounts/authenticator.ts'
import { Browser } from '#server/testing/accounts/browser.ts'
import { changeMeanwhile } from '#server/testing/change-meanwhile.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { isSignedIn } from '#server/testing/accounts/two-factor.ts'
import { TEST_PASSWORD } from '#server/testing/accounts/users.ts'
import { toRelyingParty } from './relying-party.ts'

const t = useTestApp({ TRUST_PROXY: '127.0.0.1' })

const openBrowser = () => new Browser(t.app, '198.51.100.8')

async function createSignedIn() {
  const user = await t.make.user({ password: TEST_PASSWORD })
  const browser = openBrowser()
  await browser.login(user.email, TEST_PASSWORD)
  return { user, browser }
}

async function addPasskey(browser: Browser, authenticator = new Authenticator(), name = 'Phone') {
  const { body } = await browser.send('startPasskeySetup', { password: TEST_PASSWORD })
  const response = authenticator.create(body.msg as CallOutput<'startPasskeySetup'>)
  return { authenticator, response, answer: await browser.send('addPasskey', { name, response }) }
}

async function createPasskeyUser() {
  const { user, browser } = await createSignedIn()
  const { authenticator, answer } = await addPasskey(browser)
  expect(answer.status).toBe(200)
  return { user, browser, authenticator, codes: (answer.body.msg as CallOutput<'addPasskey'>).recovery_codes }
}

async function startLogin(browser: Browser, second_step = false) {
  const { body } = await browser.send('startPasskeyLogin', { second_step })
  return body.msg as CallOutput<'startPasskeyLogin'>
}

const findPasskeys = (userId: number) =>
  t.db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(passkeys.id)

const FAILURE = { kind: 'sign-in', message: 'Failed to log in with a passkey' }
const findLastLog = async () => at(await t.db.select().from(systemLog).orderBy(desc(systemLog.id)).limit(1))

describe('adding a passkey', () => {
  test('asks for the password, stores the name, and comes with recovery codes the first time', async () => {
    const { user, browser } = await createSignedIn()
    expect((await browser.send('startPasskeySetup', { password: 'not this one' })).code).toBe('wrong_password')
    const first = await addPasskey(browser)
    expect((first.answer.body.msg as CallOutput<'addPasskey'>).recovery_codes).toHaveLength(10)
    const second = await addPasskey(browser, new Authenticator(), 'Key')
    expect((second.answer.body.msg as CallOutput<'addPasskey'>).recovery_codes).toEqual([])
    const { body } = await browser.send('getAccount', {})
    expect((body.msg as CallOutput<'getAccount'>).secondFactor.passkeys).toMatchObject([
      { name: 'Phone', last_used: null },
      { name: 'Key' },
    ])
    expect(await t.findLogMessages(user.id)).toContain('Added a passkey')
    // Each challenge is good for one answer.
    expect((await browser.send('addPasskey', { name: 'Again', response: second.response })).code).toBe('wrong_code')
  })

  test('takes one of two answers to a challenge at once', async () => {
    const { user, browser } = await createSignedIn()
    const { body } = await browser.send('startPasskeySetup', { password: TEST_PASSWORD })
    const options = body.msg as CallOutput<'startPasskeySetup'>
    const answers = await Promise.all(
      [new Authenticator(), new Authenticator()].map((authenticator) =>
        browser.send('addPasskey', { name: 'Phone', response: authenticator.create(options) }),
      ),
    )
    expect(answers.map(({ code }) => code).sort()).toEqual(['wrong_code', undefined])
    expect(await findPasskeys(user.id)).toHaveLength(1)
  })

  test('adds none when its challenge is used meanwhile', async () => {
    const { user, browser } = await createSignedIn()
    const { body } = await browser.send('startPasskeySetup', { password: TEST_PASSWORD })
    const response = new Authenticator().create(body.msg as CallOutput<'startPasskeySetup'>)
    changeMeanwhile(t.database, 'from "auth_challenges"', `DELETE FROM auth_challenges WHERE user_id = ${user.id}`)
    const { status, code } = await browser.send('addPasskey', { name: 'Late', response })
    expect([status, code]).toEqual([400, 'wrong_code'])
    expect(await findPasskeys(user.id)).toEqual([])
  })

  test('refuses a passkey that is there already', async () => {
    const { user, browser } = await createSignedIn()
    const { authenticator } = await addPasskey(browser)
    expect((await addPasskey(browser, authenticator)).answer.code).toBe('changed_meanwhile')
    expect(await findPasskeys(user.id)).toHaveLength(1)
  })

  test('allows twenty for an account', async () => {
    const { user, browser } = await createPasskeyUser()
    const [row] = await findPasskeys(user.id)
    if (!row) throw new Error('The passkey was not added')
    const { id: _id, ...values } = row
    await t.db
      .insert(passkeys)
      .values(Array.from({ length: 19 }, (_, n) => ({ ...values, credentialId: `${values.credentialId}${n}` })))
    const { status, code } = await browser.send('startPasskeySetup', { password: TEST_PASSWORD })
    expect([status, code]).toEqual([400, 'invalid_input'])
  })

  test('is not possible at an IP address, nor is a login with a passkey', async () => {
    const second = await t.startSecondServer({ PUBLIC_URL: 'http://127.0.0.1:3000' })
    const user = await t.make.user({ password: TEST_PASSWORD })
    const browser = new Browser(second.app, '198.51.100.8')
    await browser.login(user.email, TEST_PASSWORD)
    expect((await browser.send('startPasskeySetup', { password: TEST_PASSWORD })).code).toBe('not_configured')
    expect((await browser.send('startPasskeyLogin', { second_step: false })).code).toBe('not_configured')
    await second.close()
  })

  test.each([
    ['a word for its transport', ['hybrid', 'of-the-future'], undefined],
    ['one that the database cannot store', ['a\u0000'], 'invalid_input'],
  ])('with %s', async (_name, transports, code) => {
    const { browser } = await createSignedIn()
    const { body } = await browser.send('startPasskeySetup', { password: TEST_PASSWORD })
    const { response, ...credential } = new Authenticator().create(body.msg as CallOutput<'startPasskeySetup'>)
    const answer = { name: 'Phone', response: { ...credential, response: { ...response, transports } } }
    expect((await browser.send('addPasskey', answer)).code).toBe(code)
  })

  test('refuses an answer of another site, and one to another user’s challenge', async () => {
    const { browser } = await createSignedIn()
    const foreign = await addPasskey(browser, new Authenticator('https://evil.example'))
    expect(foreign.answer.code).toBe('wrong_code')
    const other = await createSignedIn()
    const { body } = await browser.send('startPasskeySetup', { password: TEST_PASSWORD })
    other.browser.setCookie('challenge', browser.getCookie('challenge') ?? '')
    const response = new Authenticator().create(body.msg as CallOutput<'startPasskeySetup'>)
    expect((await other.browser.send('addPasskey', { name: 'Mine', response })).code).toBe('wrong_code')
    expect(await findPasskeys(other.user.id)).toEqual([])
  })
})

describe('logging in without a password', () => {
  test('takes a passkey with a checked user, once for each challenge', async () => {
    const { user, authenticator } = await createPasskeyUser()
    const browser = openBrowser()
    const options = await startLogin(browser)
    // Which accounts exist is not told.
    expect(options.allowCredentials ?? []).toEqual([])
    expect(options.userVerification).toBe('required')
    const response = authenticator.get(options)
    expect((await browser.send('confirmPasskeyLogin', { response })).status).toBe(200)
    expect(await isSignedIn(browser)).toBe(true)
    expect((await findPasskeys(user.id))[0]).toMatchObject({ counter: 2, lastUsedAt: expect.any(Date) })
    expect(await t.findLogMessages(user.id)).toContain('Logged in with a passkey')
    expect((await browser.send('confirmPasskeyLogin', { response })).code).toBe('login_expired')
  })

  test.each(['\u0000', 'a b', 'é'])('refuses the id %j, which is no base64url', async (id) => {
    const { authenticator } = await createPasskeyUser()
    const browser = openBrowser()
    const response = { ...authenticator.get(await startLogin(browser)), id }
    expect((await browser.send('confirmPasskeyLogin', { response })).code).toBe('invalid_input')
  })

  test('takes one of two answers to a challenge at once', async () => {
    const { authenticator } = await createPasskeyUser()
    const browser = openBrowser()
    const response = authenticator.get(await startLogin(browser))
    const answers = await Promise.all([1, 2].map(() => browser.send('confirmPasskeyLogin', { response })))
    // The counter may have been taken first.
    const refusal = expect.stringMatching(/^(login_expired|wrong_code)$/) as string
    expect(answers.map(({ code }) => code).sort()).toEqual([refusal, undefined])
  })

  test('refuses an unchecked user, another site, another browser and an unknown passkey', async () => {
    const { user, authenticator } = await createPasskeyUser()
    const browser = openBrowser()
    authenticator.verifiesUser = false
    const unchecked = authenticator.get(await startLogin(browser))
    expect((await browser.send('confirmPasskeyLogin', { response: unchecked })).code).toBe('wrong_code')
    expect(await findLastLog()).toMatchObject({ ...FAILURE, email: user.email, studentId: user.id })
    authenticator.verifiesUser = true
    const response = authenticator.get(await startLogin(browser))
    expect((await openBrowser().send('confirmPasskeyLogin', { response })).code).toBe('login_expired')
    const stranger = new Authenticator().get(await startLogin(browser))
    expect((await browser.send('confirmPasskeyLogin', { response: stranger })).code).toBe('wrong_code')
    expect(await findLastLog()).toMatchObject({ ...FAILURE, email: '', studentId: null })
    expect(await isSignedIn(browser)).toBe(false)
  })

  test('refuses a counter that does not grow: the passkey may have been copied', async () => {
    const { authenticator } = await createPasskeyUser()
    authenticator.counter = 0
    const browser = openBrowser()
    const response = authenticator.get(await startLogin(browser))
    expect((await browser.send('confirmPasskeyLogin', { response })).code).toBe('wrong_code')
  })
})

describe('as the second step', () => {
  test('takes one of the account’s passkeys after the password, also without a checked user', async () => {
    const { user, authenticator } = await createPasskeyUser()
    const browser = openBrowser()
    const { body } = await browser.login(user.email, TEST_PASSWORD)
    expect(body.steps).toEqual(['passkey', 'recovery'])
    const options = await startLogin(browser, true)
    expect(options.allowCredentials).toHaveLength(1)
    authenticator.verifiesUser = false
    const response = authenticator.get(options)
    expect((await browser.send('confirmPasskeyLogin', { response, trust: true })).status).toBe(200)
    await browser.send('logout', {})
    expect((await browser.login(user.email, TEST_PASSWORD)).status).toBe(200)
  })

  test('refuses another user’s passkey, and then still takes a recovery code', async () => {
    const { user, codes } = await createPasskeyUser()
    const stranger = await createPasskeyUser()
    const browser = openBrowser()
    await browser.login(user.email, TEST_PASSWORD)
    const response = stranger.authenticator.get(await startLogin(browser, true))
    expect((await browser.send('confirmPasskeyLogin', { response })).code).toBe('wrong_code')
    expect(await findLastLog()).toMatchObject({ ...FAILURE, email: user.email, studentId: user.id })
    expect((await browser.send('confirmLogin', { code: codes[0] })).status).toBe(200)
  })

  test('takes a passkey as the fifth and last try of a login', async () => {
    const { user, authenticator } = await createPasskeyUser()
    const browser = openBrowser()
    await browser.login(user.email, TEST_PASSWORD)
    for (let tries = 0; tries < 4; tries++)
      expect((await browser.send('confirmLogin', { code: 'aaaa-aaaa-aaaa-aaaa' })).code).toBe('wrong_code')
    const response = authenticator.get(await startLogin(browser, true))
    expect((await browser.send('confirmPasskeyLogin', { response })).status).toBe(200)
  })

  test('cannot be started without a password', async () => {
    expect((await openBrowser().send('startPasskeyLogin', { second_step: true })).code).toBe('login_expired')
  })
})

test('an admin’s passkeys are entries of the audit log when they are renamed and removed', async () => {
  const { user } = await createPasskeyUser()
  await t.db.update(users).set({ role: 'admin' }).where(eq(users.id, user.id))
  const admin = await t.make.cookie(user.id)
  const passkey_id = at(await findPasskeys(user.id)).id
  expect((await t.call('renamePasskey', { passkey_id, name: 'Key' }, admin)).status).toBe(200)
  expect((await t.call('removePasskey', { passkey_id, password: TEST_PASSWORD }, admin)).status).toBe(200)
  const rows = await t.db.select().from(auditLog).where(eq(auditLog.actorId, user.id)).orderBy(auditLog.id)
  expect(rows.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['user.rename_passkey', { passkey: 'Phone' }, { passkey: 'Key' }],
    ['user.remove_passkey', { passkey: 'Key' }, {}],
  ])
})

describe('renaming a passkey', () => {
  test('refuses an empty name, one that is too long, and another user’s passkey', async () => {
    const { user, browser } = await createPasskeyUser()
    const [row] = await findPasskeys(user.id)
    const stranger = await createPasskeyUser()
    const rename = (by: Browser, name: string) => by.send('renamePasskey', { passkey_id: row?.id, name })
    expect((await rename(browser, ' ')).code).toBe('invalid_input')
    expect((await rename(browser, 'x'.repeat(LIMITS.passkeyName + 1))).code).toBe('invalid_input')
    const answer = await rename(stranger.browser, 'Mine')
    expect([answer.code, answer.body.msg]).toEqual(['changed_meanwhile', 'This passkey was removed'])
    expect((await rename(openBrowser(), 'Mine')).code).toBe('not_signed_in')
    expect(await findPasskeys(user.id)).toMatchObject([{ name: 'Phone' }])
  })

  test('shows the new name, logs the change once, and logs in as before', async () => {
    const { user, browser, authenticator } = await createPasskeyUser()
    const [row] = await findPasskeys(user.id)
    for (let time = 0; time < 2; time++)
      expect((await browser.send('renamePasskey', { passkey_id: row?.id, name: 'Work laptop' })).status).toBe(200)
    const { body } = await browser.send('getAccount', {})
    expect((body.msg as CallOutput<'getAccount'>).secondFactor.passkeys).toMatchObject([{ name: 'Work laptop' }])
    const message = 'Renamed the passkey “Phone” to “Work laptop”'
    expect((await t.findLogMessages(user.id)).filter((one) => one === message)).toHaveLength(1)
    const other = openBrowser()
    const response = authenticator.get(await startLogin(other))
    expect((await other.send('confirmPasskeyLogin', { response })).status).toBe(200)
  })

  test('names a passkey, or finds it removed, when both are asked for at once', async () => {
    const { user, browser } = await createPasskeyUser()
    await addPasskey(browser, new Authenticator(), 'Key')
    const [row] = await findPasskeys(user.id)
    const [renamed, removed] = await Promise.all([
      browser.send('renamePasskey', { passkey_id: row?.id, name: 'Old phone' }),
      browser.send('removePasskey', { passkey_id: row?.id, password: TEST_PASSWORD }),
    ])
    expect(removed.status).toBe(200)
    expect([200, 409]).toContain(renamed.status)
    expect(await findPasskeys(user.id)).toMatchObject([{ name: 'Key' }])
  })
})

test('removes a passkey of one’s own, and with the last one the second step', async () => {
  const { user, browser } = await createPasskeyUser()
  const [row] = await findPasskeys(user.id)
  const stranger = await createSignedIn()
  const removal = { passkey_id: row?.id, password: TEST_PASSWORD }
  await stranger.browser.send('removePasskey', removal)
  expect(await findPasskeys(user.id)).toHaveLength(1)
  expect((await browser.send('removePasskey', { ...removal, password: 'not this one' })).code).toBe('wrong_password')
  expect((await browser.send('removePasskey', removal)).status).toBe(200)
  expect((await openBrowser().login(user.email, TEST_PASSWORD)).status).toBe(200)
})

test.each([
  ['https://learn.example.org', { id: 'learn.example.org', origin: 'https://learn.example.org' }],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://learn.example.org', null],
  ['https://203.0.113.7', null],
  ['http://[::1]:3000', null],
])('at %s passkeys are for %j', (url, relyingParty) => {
  expect(toRelyingParty(url)).toEqual(relyingParty)
})

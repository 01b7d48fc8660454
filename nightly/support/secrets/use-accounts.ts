import { setTimeout as sleep } from 'node:timers/promises'
import { API_BASE, paths } from '../../../src/contract/paths.ts'
import { createTotpCode } from '../../../src/server/testing/accounts/two-factor.ts'
import { readOutbox } from '../users/read-outbox.ts'
import { createEmail } from '../users/sign-up.ts'
import { PLANTED, type Secrets } from './find-secrets.ts'
import { RecordingClient } from './recording-client.ts'

const PASSWORDS = {
  password: 'canary-password-5f1c9a7e',
  'new password': 'canary-changed-8d2b6c40',
  'reset password': 'canary-reset-77ab310f',
  'wrong password': 'canary-wrong-2c9e5d18',
  'password in a broken body': 'canary-broken-90ad3be6',
  'token in a query': 'canary-query-41fe7c92',
} as const
const MAIL_WITHIN_MS = 30_000
const JSON_TYPE = { 'content-type': 'application/json' }
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' }

export interface Used {
  url: string
  dataDir: string
  /** Added to. */
  secrets: Secrets
  /** Added to: every answer that brings nobody a secret. */
  answers: string[]
}

/** One account goes through everything that has a secret. */
export async function useAccounts(used: Used, pricedCourseId: number): Promise<void> {
  const { url, secrets } = used
  Object.assign(secrets, PASSWORDS)
  const browser = new RecordingClient(url, used)
  const email = createEmail()
  const account = { first_name: PLANTED, last_name: 'Lovelace', email, birthdate: '1990-01-01' }
  await browser.call('signup', { ...account, password: PASSWORDS.password })
  await browser.expectRefusal('signup', { ...account, password: PASSWORDS['wrong password'] })
  await browser.call('login', { email, password: PASSWORDS.password })
  await confirmEmail(used, browser, email, 'token of the first email')
  await browser.expectRefusal('login', { email, password: PASSWORDS['wrong password'] })
  await browser.call('login', { email, password: PASSWORDS.password })
  const change = { password: PASSWORDS.password, new_password: PASSWORDS['new password'] }
  await browser.call('changePassword', change)
  secrets['token of the alert'] = await waitForMail(used.dataDir, email, /forgotpassword\?token=([\w.-]+)/)
  const newEmail = createEmail()
  await browser.call('updateUser', { ...account, email: newEmail, gender: 'Female' })
  await browser.call('sendEmailConfirmation', {})
  await confirmEmail(used, browser, newEmail, 'token of a changed email')
  await useSecondFactor(used, browser, newEmail)
  await browser.expectRefusal('createOrder', { course_id: pricedCourseId })
  await readOwnPages(browser)
  await sendOddRequests(browser, newEmail)
  await resetPassword(used, newEmail)
}

async function confirmEmail({ dataDir, secrets }: Used, browser: RecordingClient, email: string, what: string) {
  const token = await waitForMail(dataDir, email, /confirmemail\?token=([\w-]+)/)
  secrets[what] = token
  await browser.expectRefusal('confirmEmail', { token: `${token}x` })
  await browser.call('confirmEmail', { token })
  // Its link, as a browser opens it.
  await fetch(`${browser.url}${paths.confirmEmail}?token=${token}`)
}

/** What the pattern's group finds in an email to the address. */
async function waitForMail(dataDir: string, email: string, pattern: RegExp): Promise<string> {
  const deadline = performance.now() + MAIL_WITHIN_MS
  for (;;) {
    const mails = (await readOutbox(dataDir)).filter(({ to }) => to?.[0]?.address === email)
    const [found] = mails.flatMap(({ subject, text }) => pattern.exec(`${subject}\n${text}`)?.[1] ?? [])
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`No email to ${email} has ${pattern}`)
    await sleep(50)
  }
}

/** An app and recovery codes, and a login with one of them. */
async function useSecondFactor({ url, secrets, ...rest }: Used, browser: RecordingClient, email: string) {
  const password = PASSWORDS['new password']
  const { secret, uri } = await browser.call('startTotp', { password }, true)
  Object.assign(secrets, { 'key of the app': secret, 'address of the key': uri })
  await browser.expectRefusal('confirmTotp', { code: createTotpCode(secret, 9) })
  const code = createTotpCode(secret)
  const { recovery_codes: first } = await browser.call('confirmTotp', { code }, true)
  const { recovery_codes: second } = await browser.call('renewRecoveryCodes', { password }, true)
  secrets['code of the app'] = code
  for (const [n, one] of [...first, ...second].entries()) secrets[`recovery code ${n}`] = one
  const other = new RecordingClient(url, { secrets, ...rest })
  await other.expectRefusal('login', { email, password })
  await other.expectRefusal('confirmLogin', { code: createTotpCode(secret, 9) })
  await other.call('confirmLogin', { code: second[0] ?? '', trust: true })
  await other.call('getAccount', {})
}

async function resetPassword(used: Used, email: string): Promise<void> {
  const browser = new RecordingClient(used.url, used)
  await browser.call('forgotPass', { email })
  const code = await waitForMail(used.dataDir, email, /reset code[\s\S]*?\b(\d{6})\b/i)
  used.secrets['reset code'] = code
  await browser.expectRefusal('verifyCode', { email, code: code === '111111' ? '222222' : '111111' })
  await browser.call('verifyCode', { email, code })
  // As a browser opens it.
  await fetch(`${used.url}${paths.confirmPassword}?email=${encodeURIComponent(email)}&code=${code}`)
  await browser.expectRefusal('resetPass', { email, code, password: 'short' })
  await browser.call('resetPass', { email, code, password: PASSWORDS['reset password'] })
}

/** Sends what no client of the product sends. */
async function sendOddRequests(browser: RecordingClient, email: string): Promise<void> {
  const broken = `{"email":"${email}","password":"${PASSWORDS['password in a broken body']}"`
  const query = `token=${PASSWORDS['token in a query']}`
  await browser.open(`${API_BASE}/login`, { method: 'POST', headers: JSON_TYPE, body: broken })
  await browser.open(`${API_BASE}/signup`, { method: 'POST', headers: JSON_TYPE, body: `${broken},"first_name":7}` })
  const form = new URLSearchParams({ email, password: PASSWORDS['password in a broken body'] }).toString()
  await browser.open(paths.login, { method: 'POST', headers: FORM_TYPE, body: form })
  await browser.open(`/reset-password?${query}`)
  await browser.open(`${API_BASE}/session?${query}`)
  await browser.open(`/metrics?${query}`, { headers: { authorization: `Bearer ${PASSWORDS['token in a query']}` } })
  await browser.open(paths.stripeWebhook, { method: 'POST', headers: JSON_TYPE, body: broken })
}

async function readOwnPages(browser: RecordingClient): Promise<void> {
  for (const name of ['session', 'getAccount', 'getOwnData'] as const) await browser.call(name, {})
  for (const path of ['/', paths.profile, `/${PLANTED}`]) await browser.open(path)
}

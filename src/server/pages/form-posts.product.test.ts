import { JSDOM } from 'jsdom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emailChanges } from '#server/platform/db/schema.ts'
import { hashTokenToBytes } from '#server/platform/secrets/hash-token.ts'
import { loadBuiltPages } from '#server/pages/built-pages.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'
import { createTotpCode, createTotpUser } from '#server/testing/accounts/two-factor.ts'
import { TEST_PASSWORD } from '#server/testing/accounts/users.ts'

// Forms as a browser sends them without script.

const PASSWORD = 'a lantern in the fog'
const SITE = 'http://localhost:3000'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ PUBLIC_URL: SITE }, { pages: await loadBuiltPages() })
})
afterAll(() => t.close())

async function post(url: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await t.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: SITE, ...headers },
    body: new URLSearchParams(fields).toString(),
  })
  const { document } = new JSDOM(response.body).window
  return {
    status: response.statusCode,
    type: response.headers['content-type'],
    location: response.headers.location,
    cookies: response.cookies,
    cookie: response.cookies.find(({ name, value }) => name === 'sid' && value !== ''),
    caching: response.headers['cache-control'],
    alert: document.querySelector('[role=alert]')?.textContent,
    alertLink: document.querySelector('[role=alert] a')?.getAttribute('href'),
    getValue: (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value,
    body: response.body,
  }
}

const createUser = () => t.make.signedIn({ password: PASSWORD })

test('logs in and goes on to where the visitor wanted', async () => {
  const { email } = await createUser()
  const { status, location, cookie } = await post('/login?next=%2Fstudent%2Fchat', { email, password: PASSWORD })
  expect([status, location]).toEqual([303, '/login?next=%2Fstudent%2Fchat'])
  const page = await t.app.inject({ url: location ?? '', headers: { cookie: `sid=${cookie?.value}` } })
  expect([page.statusCode, page.headers.location]).toEqual([302, '/student/chat'])
})

test('shows a failed login with what was typed, without the password', async () => {
  const { email } = await createUser()
  const result = await post('/login', { email, password: 'not the password' })
  expect([result.status, result.type]).toEqual([401, 'text/html; charset=utf-8'])
  expect(result.caching).toBe('private, no-store')
  expect(result.alert).toContain('Wrong email or password')
  expect(result.getValue('email')).toBe(email)
  expect(result.body).not.toContain('not the password')
  expect(result.cookie).toBeUndefined()
})

test('signs up and goes on to the login', async () => {
  const fields = {
    first_name: 'Nia',
    last_name: 'Osei',
    email: 'nia@mail.example',
    password: PASSWORD,
    birthdate: '1998-02-03',
    gender: 'Female',
  }
  const result = await post('/signup?next=%2Fstudent%2Fchat', fields)
  expect([result.status, result.location]).toEqual([303, '/login?next=%2Fstudent%2Fchat&done=signup'])
  const again = await post('/signup', fields)
  expect(again.status).toBe(409)
  expect(again.alert).toContain('already registered')
  expect(['first_name', 'last_name', 'email', 'birthdate', 'password'].map(again.getValue)).toEqual([
    'Nia',
    'Osei',
    'nia@mail.example',
    '1998-02-03',
    '',
  ])
  const login = await t.app.inject('/login?done=signup')
  expect(login.body).toContain('Your account is ready. You can log in now.')
})

test('says what is missing', async () => {
  const result = await post('/signup', { first_name: '<b>"Nia', email: '' })
  expect(result.status).toBe(400)
  expect(result.alert).toContain('is required')
  expect(result.getValue('first_name')).toBe('<b>"Nia')
})

test('resets a password', async () => {
  const { email } = await createUser()
  const sent = await post('/forgotpassword', { email })
  expect([sent.status, sent.location]).toEqual([303, `/verifycode?email=${encodeURIComponent(email)}`])
  // As a page that sends no referrer does.
  const headers = { origin: 'null', 'sec-fetch-site': 'same-origin' }
  const wrong = await post(sent.location ?? '', { code: '000000' }, headers)
  expect(wrong.status).toBe(400)
  expect(wrong.alert).toContain('The code is wrong or has expired')
  const tooLate = await post(
    `/confirmpass?email=${encodeURIComponent(email)}&code=000000`,
    { password: 'a new lantern here' },
    headers,
  )
  expect([tooLate.status, tooLate.alertLink]).toEqual([400, '/forgotpassword'])
  const mismatch = await post(
    `/confirmpass?email=${encodeURIComponent(email)}&code=000000`,
    { password: 'a new lantern here', confirm: 'another one' },
    headers,
  )
  expect(mismatch.status).toBe(400)
  expect(mismatch.alert).toContain('confirm password correctly')
})

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another site', { 'sec-fetch-site': 'cross-site' }],
  ['a hidden origin of another site', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
  ['a hidden origin', { origin: 'null' }],
])('refuses a form from %s', async (_what, headers) => {
  const { email } = await createUser()
  const result = await post('/login', { email, password: PASSWORD }, headers)
  expect([result.status, result.cookie]).toEqual([403, undefined])
  expect(result.alert).toBeTruthy()
})

test.each([
  ['/login', 'application/json', '{}', 415],
  ['/login', 'text/plain', 'email=a', 415],
  ['/login', 'application/x-www-form-urlencoded', `email=${'a'.repeat(9_000)}`, 413],
  ['/api/login', 'application/x-www-form-urlencoded', 'email=a', 415],
  ['/student/chat', 'application/x-www-form-urlencoded', 'a=b', 404],
])('refuses a POST to %s of %s', async (url, type, body, status) => {
  const response = await t.app.inject({ method: 'POST', url, headers: { 'content-type': type }, body })
  expect(response.statusCode).toBe(status)
  // Browsers show what these answer.
  const isPage = url === '/login'
  expect(String(response.headers['content-type']).startsWith('text/html')).toBe(isPage)
})

test.each(['__proto__=1&constructor=2', 'email=%00&password=%ff', 'email[]=a&email=b', '', '&&&==', 'email=%ED%A0%80'])(
  'answers the odd form %j with a page',
  async (body) => {
    const response = await t.app.inject({
      method: 'POST',
      url: '/login',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    expect([response.statusCode, response.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8'])
  },
)

test('takes the second step of a login, and leads back to the login when it has expired', async () => {
  const { user, secret } = await createTotpUser(t)
  const login = await post('/login?next=%2Fstudent%2Fchat', { email: user.email, password: TEST_PASSWORD })
  const stepPath = '/loginstep?steps=totp,recovery&next=%2Fstudent%2Fchat'
  expect([login.status, login.location, login.cookie]).toEqual([303, stepPath, undefined])
  const expired = await post(stepPath, { code: createTotpCode(secret) })
  expect([expired.status, expired.alert]).toEqual([401, 'This login has expired. Log in again Log in'])
  expect(expired.alertLink).toBe('/login?next=%2Fstudent%2Fchat')
  const challenge = login.cookies.find(({ name }) => name === 'challenge')
  const headers = { cookie: `challenge=${challenge?.value}` }
  const wrong = await post(stepPath, { code: createTotpCode(secret, 9) }, headers)
  expect([wrong.status, wrong.alert, wrong.getValue('code')]).toEqual([400, 'The code is wrong. Try again', ''])
  const right = await post(stepPath, { code: createTotpCode(secret), trust: 'on' }, headers)
  expect([right.status, right.location]).toEqual([303, stepPath])
  expect(right.cookie?.value).toBeDefined()
  expect(right.cookies.map(({ name }) => name)).toContain(`trust-${user.id}`)
})

test('confirms the email of an account, and says so', async () => {
  const { id, email, cookie } = await createUser()
  const token = 'w'.repeat(43)
  await t.db.insert(emailChanges).values({
    userId: id,
    newEmail: email,
    tokenHash: hashTokenToBytes(token),
    expiresAt: new Date(Date.now() + 60_000),
  })
  const url = `/confirmemail?token=${token}&own=1`
  const result = await post(url, {})
  expect([result.status, result.location]).toEqual([303, '/confirmemail?done=1'])
  for (const headers of [{}, { cookie }]) {
    const page = await t.app.inject({ url: '/confirmemail?done=1', headers })
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('Your email is confirmed.')])
  }
  const again = await post(url, {})
  expect([again.status, again.alertLink]).toEqual([400, '/student/profile'])
})

test.each(['/logout', '/student/logout'])('logs out at %s, which asks for one more click', async (url) => {
  const { cookie } = await createUser()
  const page = await t.app.inject({ url, headers: { cookie } })
  const form = new JSDOM(page.body).window.document.querySelector<HTMLFormElement>('main form')
  expect([form?.method, form?.getAttribute('action'), form?.textContent]).toEqual(['post', null, 'Log out'])
  expect(page.body).not.toContain('Logging you out')
  expect((await post(url, {}, { cookie, origin: 'https://evil.example' })).status).toBe(403)
  expect(await t.isLoggedIn(cookie)).toBe(true)
  const result = await post(url, {}, { cookie })
  expect([result.status, result.location]).toEqual([303, '/'])
  expect(result.cookies).toContainEqual(expect.objectContaining({ name: 'sid', value: '' }))
  expect(await t.isLoggedIn(cookie)).toBe(false)
  const next = '?next=%2Fstudent%2Fprofile'
  expect((await post(`${url}${next}`, {})).location).toBe(`/login${next}`)
})

test('says without script that a passkey needs it', async () => {
  const { body } = await t.app.inject('/loginstep?steps=passkey')
  expect(body).toContain('A passkey needs JavaScript')
  expect(body).not.toContain('This link is incomplete')
})

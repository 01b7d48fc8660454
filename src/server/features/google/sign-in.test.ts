import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { site, totpSecrets, users } from '#server/platform/db/schema.ts'
import { openSecretBox } from '#server/platform/secrets/secret-box.ts'
import { createTotpSecret } from '#server/features/two-factor/totp.ts'
import { createClaims, useGoogleApp } from '#server/testing/accounts/google-sign-in.ts'
import { SITE_URL } from '#server/testing/accounts/oidc-provider.ts'
import { findMailsTo, waitForMailTo } from '#server/testing/mail/outbox.ts'
import { createTotpCode } from '#server/testing/accounts/two-factor.ts'
import { signUp } from '#server/testing/accounts/users.ts'

const t = useGoogleApp()

test('redirects to Google with state, nonce and PKCE challenge and ignores the query', async () => {
  const {
    location = '',
    status,
    headers,
  } = await t.get('/api/auth/google?redirect_uri=https://evil.example&state=mine&scope=admin')
  const address = new URL(location)
  expect([status, address.origin]).toEqual([302, t.provider.issuer])
  expect(headers['cache-control']).toBe('no-store')
  expect(Object.fromEntries(address.searchParams)).toEqual({
    client_id: 'lantern-test',
    response_type: 'code',
    redirect_uri: `${SITE_URL}/api/auth/google/callback`,
    scope: 'openid email profile',
    state: expect.stringMatching(/^[\w-]{43}$/),
    nonce: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge: expect.stringMatching(/^[\w-]{43}$/),
    code_challenge_method: 'S256',
  })
})

test('sets a new HttpOnly cookie for ten minutes per attempt', async () => {
  const [one, two] = [await t.get('/api/auth/google'), await t.get('/api/auth/google')]
  expect(one.location).not.toBe(two.location)
  expect(one.headers['set-cookie']).toMatch(/^google=[\w-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('uses a __Host- cookie over https', async () => {
  const secure = await t.startSecondServer({ PUBLIC_URL: 'https://learn.example.org' })
  const { headers } = await secure.app.inject('/api/auth/google')
  expect(headers['set-cookie']).toMatch(/^__Host-google=[\w-]+; Max-Age=600; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
  expect(new URL(String(headers.location)).searchParams.get('redirect_uri')).toBe(
    'https://learn.example.org/api/auth/google/callback',
  )
  await secure.close()
})

test('creates a student, signs them in and sends a welcome email at the first sign-in', async () => {
  const ada = createClaims({ email: 'Ada.Lovelace@gmail.com' })
  const { status, location, session, headers } = await t.signIn(ada)
  expect([status, location]).toEqual([302, '/'])
  expect(headers['cache-control']).toBe('no-store')
  expect(headers['referrer-policy']).toBe('no-referrer')
  const cookies = [headers['set-cookie']].flat().map(String)
  expect(cookies.find((line) => line.startsWith('sid='))).toMatch(
    /^sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/,
  )
  expect(cookies.find((line) => line.startsWith('google='))).toMatch(/^google=;/)

  const user = await t.findUser('ada.lovelace@gmail.com')
  expect(user).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', role: 'student', passwordHash: null })
  expect(user?.emailVerifiedAt).toBeInstanceOf(Date)
  expect(await t.getUserId(session)).toBe(user?.id)
  expect(await t.findIdentities(user?.id ?? 0)).toMatchObject([{ issuer: t.provider.issuer, subject: ada.sub }])
  expect(await t.findLogMessages(user?.id ?? 0)).toEqual(['Signed up with Google'])
  expect((await waitForMailTo(t, 'ada.lovelace@gmail.com', 'Welcome to Learn Lantern')).text).toContain('Hello Ada,')
})

test('finds the same student at the next sign-in even when the email changed at Google', async () => {
  const grace = createClaims({ email: 'grace@gmail.com' })
  const first = await t.getUserId((await t.signIn(grace)).session)
  const again = await t.signIn({ ...grace, email: 'admiral@gmail.com', email_verified: false, given_name: 'Admiral' })
  expect(await t.getUserId(again.session)).toBe(first)
  expect(await t.findUser('grace@gmail.com')).toMatchObject({ id: first, firstName: 'Ada' })
  expect(await t.findUser('admiral@gmail.com')).toBeUndefined()
  expect(await t.findLogMessages(first ?? 0)).toEqual(['Signed up with Google', 'Logged in with Google'])
  await waitForMailTo(t, 'grace@gmail.com', 'Welcome to Learn Lantern')
  expect(await findMailsTo(t, 'grace@gmail.com')).toHaveLength(1)
})

test('creates an account for an email that Google does not host', async () => {
  const { location } = await t.signIn(createClaims({ email: 'new@school.example' }))
  expect(location).toBe('/')
  expect(await t.findUser('new@school.example')).toMatchObject({ role: 'student' })
})

test('creates one account when one user signs in several times in parallel', async () => {
  const twin = createClaims({ email: 'twin@gmail.com' })
  const callbacks = [await t.authorizeAs(twin), await t.authorizeAs(twin), await t.authorizeAs(twin)]
  const steps = await Promise.all(callbacks.map(({ callbackPath, attempt }) => t.get(callbackPath, attempt)))
  expect(steps.map(({ location }) => location)).toEqual(['/', '/', '/'])
  const user = await t.findUser('twin@gmail.com')
  expect(await Promise.all(steps.map(({ session }) => t.getUserId(session)))).toEqual([user?.id, user?.id, user?.id])
  expect(await t.findIdentities(user?.id ?? 0)).toHaveLength(1)
})

test('leaves one account when sign-up and Google sign-in are parallel', async () => {
  const email = 'race@gmail.com'
  const { callbackPath, attempt } = await t.authorizeAs(createClaims({ email }))
  const [step, answer] = await Promise.all([t.get(callbackPath, attempt), signUp(t, email)])
  expect(step.location).toBe('/')
  expect([200, 409]).toContain(answer.status)
  expect(await t.db.$count(users, eq(users.email, email))).toBe(1)
})

test("ends the browser's previous session and ignores an invalid one", async () => {
  const before = await t.make.signedIn()
  const { session } = await t.signIn(createClaims(), before.cookie)
  expect(await t.getUserId(before.cookie)).toBeUndefined()
  expect(await t.getUserId(session)).toEqual(expect.any(Number))
  const withInvalidCookie = await t.signIn(createClaims(), `sid=${'x'.repeat(43)}`)
  expect(await t.getUserId(withInvalidCookie.session)).toEqual(expect.any(Number))
})

test.each([
  ['control characters', 'A\u0000d\u001b[31ma', 'Love\r\nlace', 'A d [31ma', 'Love lace'],
  ['half a surrogate pair', 'Ada\ud83d', 'Lovelace', 'Ada', 'Lovelace'],
  ['too many characters', 'A'.repeat(5_000), 'L'.repeat(81), 'A'.repeat(80), 'L'.repeat(80)],
  ['a surrogate pair at the limit', `${'A'.repeat(79)}😀`, 'L', 'A'.repeat(79), 'L'],
  ['markup', '<b>Ada<b>', '"><script>', '<b>Ada<b>', '"><script>'],
  ['an address', 'win.example', 'https://win.example', 'Student', ''],
  ['control characters only', '\u0000\u0007', '', 'Student', ''],
])('normalizes names with %s', async (_what, given_name, family_name, firstName, lastName) => {
  const claims = createClaims({ given_name, family_name })
  expect((await t.signIn(claims)).location).toBe('/')
  expect(await t.findUser(claims.email ?? '')).toMatchObject({ firstName, lastName })
})

test('falls back to the full name and then to the email when no given name is sent', async () => {
  const { given_name: _given, family_name: _family, ...nameless } = createClaims({ email: 'mononym@gmail.com' })
  await t.signIn({ ...nameless, name: 'Hypatia' })
  expect(await t.findUser('mononym@gmail.com')).toMatchObject({ firstName: 'Hypatia', lastName: '' })
  const { given_name: _g, family_name: _f, ...unknown } = createClaims({ email: 'whoknows@gmail.com' })
  await t.signIn(unknown)
  expect(await t.findUser('whoknows@gmail.com')).toMatchObject({ firstName: 'whoknows', lastName: '' })
})

test('signs in an admin during maintenance', async () => {
  const claims = createClaims({ email: 'chief@gmail.com' })
  const chief = await t.make.user({ email: 'chief@gmail.com', role: 'admin', emailVerifiedAt: new Date() })
  const boss = await t.make.signedIn({ role: 'admin' })
  await t.call('setMaintenance', { status: false }, boss.cookie)
  expect(await t.db.select().from(site)).toMatchObject([{ running: false }])
  const { session, location } = await t.signIn(claims)
  expect(location).toBe('/dashboard')
  expect((await t.send('getUsers', { page: 1, search: '' }, session)).status).toBe(200)
  expect(await t.getUserId(session)).toBe(chief.id)
  await t.call('setMaintenance', { status: true }, boss.cookie)
})

test('asks an account with a second factor for the second step, and signs it in afterwards', async () => {
  const ada = createClaims({ email: 'second.step@gmail.com' })
  const { session = '' } = await t.signIn(ada)
  const userId = (await t.getUserId(session)) ?? 0
  const { secret, encrypted } = createTotpSecret(openSecretBox(t.env), { userId, email: 'second.step@gmail.com' })
  await t.db.insert(totpSecrets).values({ userId, secret: encrypted, confirmedAt: new Date() })
  const again = await t.signIn(ada)
  expect([again.status, again.location, again.session]).toEqual([302, '/loginstep?steps=totp', undefined])
  const challenge = [again.headers['set-cookie']]
    .flat()
    .map(String)
    .find((line) => line.startsWith('challenge='))
  const finished = await t.call('confirmLogin', { code: createTotpCode(secret) }, challenge?.split(';', 1)[0])
  expect(finished.status).toBe(200)
  expect(await t.getUserId(finished.cookie)).toBe(userId)
})

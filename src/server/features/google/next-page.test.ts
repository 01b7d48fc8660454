import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { users } from '#server/platform/db/schema.ts'
import { createClaims, useGoogleApp } from '#server/testing/accounts/google-sign-in.ts'
import { SITE_URL } from '#server/testing/accounts/oidc-provider.ts'

const t = useGoogleApp()

const COURSE = '/student/CoursePage/4-SQL?lesson=3'
const toQuery = (next: string) => `?next=${encodeURIComponent(next)}`

/** Signs in with Google as someone new, having come from a page. */
async function signInFrom(query: string, changeCookie = (attempt: string) => attempt, claims = createClaims()) {
  const { address, attempt } = await t.startSignIn(query)
  t.provider.choose(claims)
  const callback = (await t.provider.followRedirects(address)).slice(SITE_URL.length)
  return t.get(callback, changeCookie(attempt))
}

test('goes on to the page that the visitor wanted', async () => {
  const { location, session } = await signInFrom(toQuery(COURSE))
  expect(location).toBe(COURSE)
  expect(session).toBeDefined()
})

test.each([
  '//evil.example',
  '/\\evil.example',
  'https://evil.example',
  '/a\r\nset-cookie: x=y',
  'javascript:1',
  '/logout',
  '',
])('goes home when the next page is %j', async (next) => {
  expect((await signInFrom(toQuery(next))).location).toBe('/')
})

test('does not trust the cookie with the next page', async () => {
  const { location } = await signInFrom('', (attempt) => {
    const [name, value = ''] = attempt.split('=', 2)
    const stored = JSON.parse(Buffer.from(value, 'base64url').toString())
    const changed = JSON.stringify({ ...stored, next: '//evil.example' })
    return `${name}=${Buffer.from(changed).toString('base64url')}`
  })
  expect(location).toBe('/')
})

test('keeps the next page on a failure', async () => {
  const unverified = createClaims({ email: 'someone@company.example', email_verified: false })
  const { location = '' } = await signInFrom(toQuery(COURSE), undefined, unverified)
  const { pathname, searchParams } = new URL(location, SITE_URL)
  expect([pathname, ...searchParams.values()]).toEqual(['/login', 'google_unverified', COURSE])
})

test('takes an admin to the dashboard in maintenance, and a student home', async () => {
  const [admin, student] = [createClaims(), createClaims()]
  for (const claims of [admin, student]) await signInFrom('', undefined, claims)
  await t.db
    .update(users)
    .set({ role: 'admin' })
    .where(eq(users.email, admin.email ?? ''))
  const { location, session = '' } = await signInFrom(toQuery(COURSE), undefined, admin)
  expect(location).toBe(COURSE)
  await t.call('setMaintenance', { status: false }, session)
  expect((await signInFrom(toQuery(COURSE), undefined, admin)).location).toBe('/dashboard')
  expect((await signInFrom('', undefined, student)).location).toBe('/')
})

import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { SignInSession } from '#contract/schemas/accounts/account.ts'
import { emailChanges, identities, sessions } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const PASSWORD = 'eleven green bottles'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0'
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1'

const t = useTestApp()

const account = async (cookie: string) => (await t.call('getAccount', {}, cookie)).body.msg
const sessionsOf = async (cookie: string) => ((await account(cookie)) as { sessions: SignInSession[] }).sessions

async function loginWith(userAgent: string, email: string) {
  const response = await t.app.inject({
    method: 'POST',
    url: '/api/login',
    headers: { 'user-agent': userAgent },
    payload: { email, password: PASSWORD },
  })
  return `sid=${response.cookies.find(({ name }) => name === 'sid')?.value}`
}

test('returns 401 when a visitor asks', async () => {
  expect((await t.call('getAccount', {})).status).toBe(401)
})

test('returns whether a password and Google sign-in are set', async () => {
  const [plain, google, both] = [
    await t.make.signedIn({ password: PASSWORD }),
    await t.make.signedIn(),
    await t.make.signedIn({ password: PASSWORD }),
  ]
  await t.db
    .insert(identities)
    .values(
      [google, both].map(({ id }) => ({ issuer: 'https://accounts.google.com', subject: `sub${id}`, userId: id })),
    )
  expect(await account(plain.cookie)).toMatchObject({ hasPassword: true, hasGoogle: false })
  expect(await account(google.cookie)).toMatchObject({ hasPassword: false, hasGoogle: true })
  expect(await account(both.cookie)).toMatchObject({ hasPassword: true, hasGoogle: true })
})

test('returns a pending email change to its own user until it expires', async () => {
  const [me, other] = [await t.make.signedIn(), await t.make.signedIn()]
  await t.db
    .insert(emailChanges)
    .values({ userId: me.id, newEmail: 'new@mail.example', expiresAt: sql`now() + interval '1 hour'` })
  expect(await account(me.cookie)).toMatchObject({ pendingEmail: 'new@mail.example' })
  expect(await account(other.cookie)).toMatchObject({ pendingEmail: '' })
  await t.db
    .update(emailChanges)
    .set({ expiresAt: sql`now() - interval '1 second'` })
    .where(eq(emailChanges.userId, me.id))
  expect(await account(me.cookie)).toMatchObject({ pendingEmail: '' })
})

test("returns the user's active sessions, last used first, and marks the current one", async () => {
  const me = await t.make.user({ password: PASSWORD })
  await t.make.signedIn({ password: PASSWORD })
  const [laptop, phone] = [await loginWith(FIREFOX, me.email), await loginWith(IPHONE, me.email)]
  expect(await sessionsOf(laptop)).toMatchObject([
    { device: 'Safari on iPhone', isCurrent: false },
    { device: 'Firefox on Linux', isCurrent: true },
  ])
  await t.db
    .update(sessions)
    .set({ lastSeenAt: sql`now() + interval '1 minute'` })
    .where(eq(sessions.userAgent, FIREFOX))
  expect(await sessionsOf(phone)).toMatchObject([
    { device: 'Firefox on Linux', isCurrent: false },
    { device: 'Safari on iPhone', isCurrent: true },
  ])
})

test.each(['idleUntil', 'expiresAt'] as const)('omits a session past its %s', async (end) => {
  const me = await t.make.signedIn()
  const cookie = await t.make.cookie(me.id)
  const [first] = await sessionsOf(cookie)
  expect(await sessionsOf(cookie)).toHaveLength(2)
  const other = first?.isCurrent ? (await sessionsOf(cookie))[1] : first
  await t.db
    .update(sessions)
    .set({ [end]: sql`now() - interval '1 second'` })
    .where(eq(sessions.id, other?.session_id ?? 0))
  expect(await sessionsOf(cookie)).toMatchObject([{ isCurrent: true }])
})

test('returns no token, hash or user agent', async () => {
  const me = await t.make.user({ password: PASSWORD })
  const cookie = await loginWith('x'.repeat(5_000), me.email)
  const { body } = await t.call('getAccount', {}, cookie)
  const [row] = await t.db.select().from(sessions).where(eq(sessions.userId, me.id))
  const text = JSON.stringify(body)
  for (const secret of [
    cookie.slice(4),
    row?.tokenHash.toString('base64') ?? '?',
    row?.tokenHash.toString('hex') ?? '?',
    '$argon2',
    'xxxxx',
  ]) {
    expect(text).not.toContain(secret)
  }
  expect(Object.keys((body.msg as { sessions: object[] }).sessions[0] ?? {}).sort()).toEqual([
    'created_date',
    'device',
    'isCurrent',
    'last_seen',
    'session_id',
  ])
})

import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { sessions, users } from '#server/platform/db/schema.ts'
import { eventually } from '#server/testing/eventually.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { TEST_PASSWORD, toUserFields } from '#server/testing/accounts/users.ts'

const t = useTestApp()
afterEach(() => vi.useRealTimers())

const ask = async (cookie?: string) =>
  (await t.call('session', {}, cookie)).body.msg as { loggedIn: boolean; userData: object[] }
const LOGGED_OUT = { loggedIn: false, userData: [] }

test('returns a logged out state to a visitor', async () => {
  const answer = await t.call('session', {})
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ status: true, msg: LOGGED_OUT })
})

test.each([
  'sid=',
  'sid=x',
  `sid=${'A'.repeat(43)}`,
  `sid=${'%00'.repeat(20)}`,
  `sid=${'A'.repeat(4000)}`,
  'sid=%E0%A4%A',
])('clears the cookie %s', async (cookie) => {
  const answer = await t.call('session', {}, cookie)
  expect(answer.status).toBe(200)
  expect(answer.body.msg).toEqual(LOGGED_OUT)
  expect(String(answer.headers['set-cookie'])).toMatch(/^sid=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/)
})

test('returns the listed fields of the user only', async () => {
  const { cookie, ...me } = await t.make.signedIn({
    password: TEST_PASSWORD,
    gender: 'Female',
    birthdate: '1990-12-10',
  })
  expect(await ask(cookie)).toEqual({ loggedIn: true, userData: [toUserFields(me, { isActive: true })] })
})

test('ends a session after its idle time by the database clock', async () => {
  const me = await t.make.signedIn()
  await t.db
    .update(sessions)
    .set({ idleUntil: sql`now() - interval '1 second'` })
    .where(eq(sessions.userId, me.id))
  expect(await ask(me.cookie)).toEqual(LOGGED_OUT)
})

test('ends a session at its absolute limit regardless of activity', async () => {
  const me = await t.make.signedIn()
  await t.db
    .update(sessions)
    .set({ expiresAt: sql`now() - interval '1 second'`, idleUntil: sql`now() + interval '10 days'` })
    .where(eq(sessions.userId, me.id))
  expect(await ask(me.cookie)).toEqual(LOGGED_OUT)
})

test('ends a cached session on time', async () => {
  const me = await t.make.signedIn()
  await t.db
    .update(sessions)
    .set({ expiresAt: sql`now() + interval '2 seconds'`, lastSeenAt: sql`now() - interval '2 minutes'` })
    .where(eq(sessions.userId, me.id))
  expect((await ask(me.cookie)).loggedIn).toBe(true)
  await eventually(async () => expect((await t.call('getUserData', {}, me.cookie)).status).toBe(401))
})

test('ends no session when the clock of the server is hours off', async () => {
  for (const hours of [5, -5]) {
    const admin = await t.make.signedIn({ role: 'admin' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
    expect((await ask(admin.cookie)).loggedIn).toBe(true)
    expect((await ask(admin.cookie)).loggedIn).toBe(true)
    vi.useRealTimers()
  }
})

test('extends the idle time by two weeks for a student and one hour for an admin', async () => {
  for (const [role, hours] of [
    ['student', 14 * 24],
    ['admin', 1],
  ] as const) {
    const me = await t.make.signedIn({ role })
    await t.db
      .update(sessions)
      .set({ lastSeenAt: sql`now() - interval '2 minutes'`, idleUntil: sql`now() + interval '5 minutes'` })
      .where(eq(sessions.userId, me.id))
    await ask(me.cookie)
    const read = () =>
      t.db
        .select({
          hours: sql<number>`round(extract(epoch from ${sessions.idleUntil} - now()) / 3600)::int`,
          seen: sql<boolean>`${sessions.lastSeenAt} > now() - interval '10 seconds'`,
        })
        .from(sessions)
        .where(eq(sessions.userId, me.id))
    // Written a moment later in a batch.
    await eventually(async () => expect(await read()).toEqual([{ hours, seen: true }]))
  }
})

test('limits a session to 30 days for a student and 12 hours for an admin', async () => {
  for (const [role, hours] of [
    ['student', 30 * 24],
    ['admin', 12],
  ] as const) {
    const user = await t.make.user({ role, password: TEST_PASSWORD })
    await t.call('login', { email: user.email, password: TEST_PASSWORD })
    const [row] = await t.db
      .select({ hours: sql<number>`round(extract(epoch from ${sessions.expiresAt} - now()) / 3600)::int` })
      .from(sessions)
      .where(eq(sessions.userId, user.id))
    expect(row?.hours).toBe(hours)
  }
})

test('clears the cookie of a deleted user', async () => {
  const me = await t.make.signedIn()
  await t.db.delete(users).where(eq(users.id, me.id))
  expect(await ask(me.cookie)).toEqual(LOGGED_OUT)
})

import { eq, sql } from 'drizzle-orm'
import { afterEach, expect, test, vi } from 'vitest'
import { sessions, users } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
afterEach(() => vi.useRealTimers())

const ask = async (cookie?: string) =>
  (await t.call('session', {}, cookie)).body.msg as { loggedIn: boolean; userData: object[] }
const LOGGED_OUT = { loggedIn: false, userData: [] }

test('a visitor is logged out, and that is no error', async () => {
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
])('the cookie %s leads to nobody and is taken away', async (cookie) => {
  const answer = await t.call('session', {}, cookie)
  expect(answer.status).toBe(200)
  expect(answer.body.msg).toEqual(LOGGED_OUT)
  expect(String(answer.headers['set-cookie'])).toMatch(/^sid=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/)
})

test('a user sees the listed fields and nothing else', async () => {
  const me = await t.make.signedIn({ password: 'a lantern in the fog', gender: 'Female', birthdate: '1990-12-10' })
  expect(await ask(me.cookie)).toEqual({
    loggedIn: true,
    userData: [
      {
        student_id: me.id,
        email: me.email,
        first_name: me.firstName,
        last_name: me.lastName,
        image_url: '',
        role: 'student',
        status_user: true,
        joined_at: me.joinedAt.toISOString(),
        birthdate: '1990-12-10',
        gender: 'Female',
        course_joined: 0,
      },
    ],
  })
})

test('a session ends when its user stayed away too long, by the database’s clock', async () => {
  const me = await t.make.signedIn()
  await t.db
    .update(sessions)
    .set({ idleUntil: sql`now() - interval '1 second'` })
    .where(eq(sessions.userId, me.id))
  expect(await ask(me.cookie)).toEqual(LOGGED_OUT)
})

test('a session ends at its latest hour however busy its user is', async () => {
  const me = await t.make.signedIn()
  await t.db
    .update(sessions)
    .set({ expiresAt: sql`now() - interval '1 second'`, idleUntil: sql`now() + interval '10 days'` })
    .where(eq(sessions.userId, me.id))
  expect(await ask(me.cookie)).toEqual(LOGGED_OUT)
})

test('a session that is kept ready ends on time all the same', async () => {
  const me = await t.make.signedIn()
  await t.db
    .update(sessions)
    .set({ expiresAt: sql`now() + interval '700 milliseconds'`, lastSeenAt: sql`now() - interval '2 minutes'` })
    .where(eq(sessions.userId, me.id))
  expect((await ask(me.cookie)).loggedIn).toBe(true)
  await new Promise((resolve) => setTimeout(resolve, 900))
  expect((await t.call('getUserData', {}, me.cookie)).status).toBe(401)
})

test('a server whose clock is hours ahead or behind ends nobody’s session', async () => {
  for (const hours of [5, -5]) {
    const admin = await t.make.signedIn({ role: 'admin' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
    expect((await ask(admin.cookie)).loggedIn).toBe(true)
    expect((await ask(admin.cookie)).loggedIn).toBe(true)
    vi.useRealTimers()
  }
})

test('coming back moves the end of idleness, a student’s by two weeks and an admin’s by an hour', async () => {
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
    // Written a moment later, together with everybody else's.
    await expect.poll(read, { timeout: 5_000 }).toEqual([{ hours, seen: true }])
  }
})

test('a session lives thirty days at most for a student and twelve hours for an admin', async () => {
  for (const [role, hours] of [
    ['student', 30 * 24],
    ['admin', 12],
  ] as const) {
    const user = await t.make.user({ role, password: 'a lantern in the fog' })
    await t.call('login', { email: user.email, password: 'a lantern in the fog' })
    const [row] = await t.db
      .select({ hours: sql<number>`round(extract(epoch from ${sessions.expiresAt} - now()) / 3600)::int` })
      .from(sessions)
      .where(eq(sessions.userId, user.id))
    expect(row?.hours).toBe(hours)
  }
})

test('the cookie of a user who was removed leads to nobody', async () => {
  const me = await t.make.signedIn()
  await t.db.delete(users).where(eq(users.id, me.id))
  expect(await ask(me.cookie)).toEqual(LOGGED_OUT)
})

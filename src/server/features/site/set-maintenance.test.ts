import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { site, systemLog } from '#server/platform/db/schema.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const RUNNING = 'System is running now'
const DOWN = 'System is down for maintenance'

const t = useTestApp()
let admin: SignedInUser
let student: SignedInUser
beforeEach(async () => {
  ;[admin, student] = [await t.make.signedIn({ role: 'admin' }), await t.make.signedIn()]
  const opener = await t.make.signedIn({ role: 'admin' })
  await set(true, opener.cookie)
})

const set = (status: unknown, cookie = admin.cookie, more: object = {}) =>
  t.send('setMaintenance', { status, ...more }, cookie)
const state = async () => (await t.call('getMaintenace', {})).body.msg
const catalogue = async (cookie?: string) => (await t.call('getCourses', { page: 1 }, cookie)).status

test('returns 401 to a visitor and 403 to a student, whatever the body claims', async () => {
  expect((await t.send('setMaintenance', { status: false })).status).toBe(401)
  expect((await set(false, student.cookie, { role: 'admin' })).status).toBe(403)
  const other = await t.make.user({ role: 'admin' })
  expect((await set(false, admin.cookie, { student_id: other.id })).status).toBe(403)
  expect((await set(false, student.cookie, { student_id: admin.id })).status).toBe(403)
  expect(await state()).toEqual([{ status: true }])
})

test.each([undefined, null, 0, 1, 'true', 'false', '', 'off', [], [false], {}])(
  'returns 400 for the status %j',
  async (status) => {
    const answer = await set(status)
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
    expect(await state()).toEqual([{ status: true }])
  },
)

test('returns its fixed text for each status and accepts a repetition', async () => {
  for (const [status, msg] of [
    [false, DOWN],
    [false, DOWN],
    [true, RUNNING],
    [true, RUNNING],
  ] as const) {
    const answer = await set(status)
    expect([answer.status, answer.body]).toEqual([200, { status: true, msg }])
    expect(await state()).toEqual([{ status }])
  }
  expect(await t.db.select().from(site)).toHaveLength(1)
})

test('applies to every call at once, including cached responses and sessions', async () => {
  const course = await t.make.course()
  const calls = async (cookie: string | undefined) => [
    await catalogue(cookie),
    (await t.call('getCourseData', { course_id: course.id }, cookie)).status,
    (await t.call('getAccount', {}, cookie)).status,
    (await t.call('getBlogData', { page: 1 }, cookie)).status,
    (await t.upload({ id: student.id, image: TINY_PNG }, cookie)).status,
  ]
  expect(await calls(student.cookie)).toEqual([200, 200, 200, 200, 200])
  await set(false)
  expect(await calls(student.cookie)).toEqual([503, 503, 503, 503, 503])
  expect(await calls(undefined)).toEqual([503, 503, 503, 503, 503])
  expect(await calls(admin.cookie)).toEqual([200, 200, 200, 200, 200])
  await set(true)
  expect(await calls(student.cookie)).toEqual([200, 200, 200, 200, 200])
})

test('returns 503 with the fixed text and a Retry-After header', async () => {
  await set(false)
  const answer = await t.call('getCourses', { page: 1 }, student.cookie)
  expect(answer.body).toEqual({ status: false, code: 'maintenance', msg: 'Website is under maintenance' })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})

test('lets an admin log in and reopen the site', async () => {
  const password = 'eleven green bottles'
  const other = await t.make.user({ role: 'admin', password })
  await set(false)
  await t.call('logout', {}, admin.cookie)
  const { cookie } = await t.call('login', { email: other.email, password })
  expect((await set(true, cookie)).body.msg).toBe(RUNNING)
  expect(await catalogue()).toBe(200)
})

test('logs the admin of the session and ignores the names in the body', async () => {
  await set(false, admin.cookie, { student_id: String(admin.id), email: 'forged@mail.example', first_name: 'Forged' })
  await set(true, admin.cookie)
  const entries = await t.db.select().from(systemLog).where(eq(systemLog.studentId, admin.id)).orderBy(systemLog.id)
  expect(entries).toMatchObject([
    { message: DOWN, email: admin.email },
    { message: RUNNING, email: admin.email },
  ])
})

test('survives a restart', async () => {
  const restarted = async () => {
    const app = await buildApp({ env: t.env, database: t.database })
    const answers = [
      (await app.inject('/api/getMaintenace')).json().msg,
      (await app.inject({ method: 'POST', url: '/api/getCourses', payload: { page: 1 } })).statusCode,
    ]
    await app.close()
    return answers
  }
  await set(false)
  expect(await restarted()).toEqual([[{ status: false }], 503])
  await set(true)
  expect(await restarted()).toEqual([[{ status: true }], 200])
})

test('applies the last of many parallel switches', async () => {
  const switches = Array.from({ length: 20 }, (_, n) => n % 2 === 0)
  await Promise.all([...switches.map((status) => set(status)), ...switches.map(() => catalogue(student.cookie))])
  const [row] = await t.db.select().from(site)
  expect(await state()).toEqual([{ status: row?.running }])
  expect(await catalogue(student.cookie)).toBe(row?.running ? 200 : 503)
})

import { and, eq, sql } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import type { AnalyticsCounts, CourseFunnel, DayCounts, TopCourse } from '#contract/schemas/operations/analytics.ts'
import { POOL_STARTED_AT } from '#server/platform/uptime.ts'
import { dailyCounts, enrollments, serverProcesses, users } from '#server/platform/db/schema.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { eventually } from '#server/testing/eventually.ts'
import { at } from '#server/testing/at.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: SignedInUser
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})

const counts = async () => (await t.call('getAnalystic', {}, admin.cookie)).body.msg as AnalyticsCounts
const byDay = async (days: 7 | 30 | 90 | 365 = 7) =>
  (await t.call('getAnalysticByDay', { days }, admin.cookie)).body.msg as DayCounts[]
const daysAgo = (days: number, time = '12:00') =>
  sql`((now() at time zone 'UTC')::date - ${days}::int + ${time}::time) at time zone 'UTC'`

test('counts records and follows changes', async () => {
  const before = await counts()
  const student = await t.make.signedIn()
  await t.make.cookie(student.id)
  await t.make.user()
  const course = await t.make.course()
  await t.make.review(student.id, course.id)
  await t.make.post()
  // The counts are refreshed once a second, later when counting is slow.
  const after = await eventually(async () => {
    const now = await counts()
    expect(now.users).toBe(before.users + 2)
    return now
  })
  expect(after).toEqual({
    users: before.users + 2,
    active_users: before.active_users + 1,
    inactive_users: before.inactive_users + 1,
    courses: before.courses + 1,
    reviews: before.reviews + 1,
    blogs: before.blogs + 1,
    time: expect.any(Number),
  })
  expect(after.time).toBeGreaterThanOrEqual(before.time)
  expect(Number.isInteger(after.time)).toBe(true)
})

test('runs one count query for a hundred parallel polls', async () => {
  let statements = 0
  const { pool } = t.database
  const query = pool.query.bind(pool)
  pool.query = ((...given: Parameters<typeof query>) => {
    if (JSON.stringify(given[0]).includes('count(')) statements++
    return query(...given)
  }) as typeof pool.query
  try {
    const answers = await Promise.all(Array.from({ length: 50 }, counts))
    expect(new Set(answers.map(({ users }) => users)).size).toBe(1)
    for (let n = 0; n < 50; n++) await counts()
  } finally {
    pool.query = query
  }
  expect(statements).toBeLessThanOrEqual(1)
})

test('shares one encoded answer among the admins for a moment, and with nobody else', async () => {
  const [other, student] = [await t.make.signedIn({ role: 'admin' }), await t.make.signedIn()]
  // A moment may end between the two.
  await eventually(async () => {
    const answers = await Promise.all([admin, other].map(({ cookie }) => t.call('getAnalystic', {}, cookie)))
    expect(answers[0]?.body).toEqual(answers[1]?.body)
  })
  expect((await t.call('getAnalystic', {}, student.cookie)).status).toBe(403)
  expect((await t.call('getAnalystic', {})).status).toBe(401)
  const { time } = await counts()
  await eventually(async () => expect((await counts()).time).toBeGreaterThan(time))
})

test('does not count polling against the read limit', async () => {
  const throttled = await t.startSecondServer({ THROTTLE: 'on' })
  const { cookie } = await throttled.make.signedIn({ role: 'admin' })
  // More than the 600 reads a minute that a user may make otherwise.
  for (let n = 0; n < 13; n++) {
    const responses = await Promise.all(Array.from({ length: 50 }, () => throttled.call('getAnalystic', {}, cookie)))
    expect(responses.every(({ status }) => status === 200)).toBe(true)
  }
  expect((await throttled.call('getUsers', { page: 1 }, cookie)).status).toBe(200)
  await throttled.close()
})

test('counts sign-ups, enrollments and completions per UTC day', async () => {
  await t.db.delete(dailyCounts)
  const before = await byDay(30)
  expect(before).toHaveLength(30)
  expect(before.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10))
  expect(before.map(({ day }) => day)).toEqual([...before.map(({ day }) => day)].sort())
  await t.db.delete(dailyCounts)
  const [first, last, today] = [
    await t.make.user({ joinedAt: daysAgo(3, '00:00') as never }),
    await t.make.user({ joinedAt: daysAgo(3, '23:59:59.999') as never }),
    await t.make.user(),
  ]
  const course = await t.make.course()
  for (const { id } of [first, last, today]) await t.make.enrollment(id, course.id)
  const of = (userId: number) => and(eq(enrollments.userId, userId), eq(enrollments.courseId, course.id))
  await t.db
    .update(enrollments)
    .set({ createdAt: daysAgo(2) as never, completedAt: daysAgo(1) as never })
    .where(of(first.id))
  await t.db
    .update(enrollments)
    .set({ completedAt: sql`now()` as never })
    .where(of(today.id))
  const change = (await byDay(30)).map(({ day, signups, enrollments, completions }, index) => {
    const old = at(before, index)
    expect(day).toBe(old.day)
    return [signups - old.signups, enrollments - old.enrollments, completions - old.completions]
  })
  expect(change.slice(-4)).toEqual([
    [2, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [1, 2, 1],
  ])
  expect(
    change
      .slice(0, -4)
      .flat()
      .every((n) => n === 0),
  ).toBe(true)
})

test('does not count an admin as a sign-up', async () => {
  await t.db.delete(dailyCounts)
  const before = (await byDay()).map(({ signups }) => signups)
  await t.db.delete(dailyCounts)
  for (const joinedAt of [daysAgo(3), sql`now()`]) await t.make.user({ role: 'admin', joinedAt: joinedAt as never })
  expect((await byDay()).map(({ signups }) => signups)).toEqual(before)
})

test('stores the counts of a finished day once when called in parallel', async () => {
  await t.db.delete(dailyCounts)
  await t.make.user({ joinedAt: daysAgo(5) as never })
  const answers = await Promise.all(Array.from({ length: 10 }, () => byDay(90)))
  for (const answer of answers) expect(answer).toEqual(answers[0])
  const stored = await t.db.select().from(dailyCounts)
  expect(stored.length).toBeGreaterThanOrEqual(88)
  // Stored counts stay when a user is deleted later.
  await t.db.delete(users).where(eq(users.joinedAt, daysAgo(5) as never))
  expect((await byDay(90)).slice(0, -2)).toEqual(at(answers).slice(0, -2))
})

test('returns one row per day for every range and 400 for other ranges', async () => {
  for (const days of [7, 30, 90, 365] as const) expect(await byDay(days)).toHaveLength(days)
  for (const days of [0, 1, 8, 3650, '7', null])
    expect((await t.send('getAnalysticByDay', { days }, admin.cookie)).status).toBe(400)
})

test('returns the courses with the most enrollments in the range', async () => {
  const students = await Promise.all(Array.from({ length: 4 }, () => t.make.user()))
  const [best, second, old] = [
    await t.make.course({ title: 'Best' }),
    await t.make.course({ title: 'Second' }),
    await t.make.course({ title: 'Old' }),
  ]
  for (const { id } of students) await t.make.enrollment(id, best.id)
  for (const { id } of students.slice(0, 3)) await t.make.enrollment(id, second.id)
  for (const { id } of students) await t.make.enrollment(id, old.id)
  await t.db
    .update(enrollments)
    .set({ createdAt: daysAgo(20) as never })
    .where(eq(enrollments.courseId, old.id))
  await t.db
    .update(enrollments)
    .set({ completedAt: sql`now()` as never })
    .where(and(eq(enrollments.courseId, best.id), eq(enrollments.userId, at(students).id)))
  await t.make.review(at(students).id, best.id, 4)
  const top = async (days: 7 | 30) => (await t.call('getTopCourses', { days }, admin.cookie)).body.msg as TopCourse[]
  // On a slow machine it may have been counted before, in the background.
  await eventually(async () =>
    expect((await top(7)).slice(0, 2)).toEqual([
      { course_id: best.id, title: 'Best', enrolled: 4, completed: 1, stars: 4 },
      { course_id: second.id, title: 'Second', enrolled: 3, completed: 0, stars: 0 },
    ]),
  )
  expect((await top(7)).some(({ title }) => title === 'Old')).toBe(false)
  await eventually(async () => expect((await top(30)).some(({ title }) => title === 'Old')).toBe(true))
})

test('starts the range of the top courses at midnight UTC of its first day', async () => {
  const students = await Promise.all(Array.from({ length: 9 }, () => t.make.user()))
  const [within, before] = [await t.make.course({ title: 'Within' }), await t.make.course({ title: 'Before' })]
  const moments = [
    [within, daysAgo(89, '00:00')],
    [before, daysAgo(90, '23:59:59.999')],
  ] as const
  for (const [course, createdAt] of moments) {
    for (const { id } of students) await t.make.enrollment(id, course.id)
    await t.db
      .update(enrollments)
      .set({ createdAt: createdAt as never })
      .where(eq(enrollments.courseId, course.id))
  }
  const top = await eventually(async () => {
    const found = (await t.call('getTopCourses', { days: 90 }, admin.cookie)).body.msg as TopCourse[]
    expect(found[0]).toEqual({ course_id: within.id, title: 'Within', enrolled: 9, completed: 0, stars: 0 })
    return found
  })
  expect(top.some(({ title }) => title === 'Before')).toBe(false)
})

test('counts enrolled, started, halfway and completed students of a course', async () => {
  const course = await t.make.course({ lessonTitles: ['One', 'Two', 'Three', 'Four'] })
  for (const ticked of [0, 0, 1, 2, 4]) {
    const student = await t.make.signedIn()
    await t.call('enrollCourse', { course_id: course.id }, student.cookie)
    for (const lesson of course.lessons.slice(0, ticked))
      await t.call('completeCourse', { id: lesson.id, course_id: course.id, value: true }, student.cookie)
  }
  const funnel = (await t.call('getCourseFunnel', { course_id: course.id }, admin.cookie)).body.msg as CourseFunnel
  expect(funnel).toEqual({
    course_id: course.id,
    title: course.title,
    lessons: 4,
    enrolled: 5,
    started: 3,
    half: 2,
    completed: 1,
  })
  const empty = await t.make.course({ lessonTitles: [] })
  expect((await t.call('getCourseFunnel', { course_id: empty.id }, admin.cookie)).body.msg).toMatchObject({
    lessons: 0,
    enrolled: 0,
    started: 0,
    half: 0,
    completed: 0,
  })
  const missing = await t.call('getCourseFunnel', { course_id: 999_999_999 }, admin.cookie)
  expect([missing.status, missing.body.code]).toEqual([404, 'course_not_found'])
})

test('counts the uptime from the start of the pool', async () => {
  const days = 10 * 86_400
  vi.stubEnv(POOL_STARTED_AT, String(Date.now() - days * 1_000))
  onTestFinished(() => void vi.unstubAllEnvs())
  // The answer is kept for a moment.
  await eventually(async () => expect((await counts()).time).toBeGreaterThanOrEqual(days))
  expect((await counts()).time).toBeLessThan(days + 3_600)
})

test('counts the uptime from the start of the oldest process that still reports', async () => {
  const add = (id: string, daysOld: number, silentS: number) =>
    t.db.insert(serverProcesses).values({
      ...{ id, host: 'other', pid: 7, version: '0.0.1', node: 'v22.0.0', memoryBytes: 1, eventLoopMs: 1, sockets: 0 },
      ...{ requestsPerMinute: 0, errorsPerMinute: 0, startedAt: new Date(Date.now() - daysOld * 86_400_000) },
      seenAt: new Date(Date.now() - silentS * 1_000),
    })
  await add('web-1', 3, 15)
  await add('web-2', 1, 0)
  await add('killed', 9, 60)
  try {
    // The answer is kept for a moment.
    await eventually(async () => expect(Math.floor((await counts()).time / 86_400)).toBe(3))
  } finally {
    await t.db.delete(serverProcesses)
  }
})

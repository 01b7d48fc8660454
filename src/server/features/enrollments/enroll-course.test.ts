import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { courses, enrollments, entitlements, systemLog, users } from '#server/platform/db/schema.ts'
import { grantEntitlement, revokeEntitlements } from '#server/features/access/entitlements.ts'
import { at } from '#server/testing/at.ts'
import { changeMeanwhile } from '#server/testing/change-meanwhile.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

test('returns 401 to a visitor', async () => {
  const course = await t.make.course()
  const answer = await t.call('enrollCourse', { course_id: course.id })
  expect(answer.status).toBe(401)
  expect(answer.body.code).toBe('not_signed_in')
})

test('returns 403 to an admin', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  const course = await t.make.course()
  expect((await t.call('enrollCourse', { course_id: course.id }, admin.cookie)).status).toBe(403)
})

test('returns 403 for another student’s id', async () => {
  const [me, other] = [await t.make.signedIn(), await t.make.user()]
  const course = await t.make.course()
  const answer = await t.call('enrollCourse', { course_id: course.id, student_id: other.id }, me.cookie)
  expect(answer.status).toBe(403)
  expect(await t.db.select().from(enrollments).where(eq(enrollments.courseId, course.id))).toEqual([])
})

test('returns 404 with “No Course Found” for a missing course', async () => {
  const me = await t.make.signedIn()
  const answer = await t.call('enrollCourse', { course_id: 999_999_999_999_999 }, me.cookie)
  expect(answer.status).toBe(404)
  expect(answer.body.msg).toBe('No Course Found')
})

test('returns 401 to a student whose account is deleted meanwhile', async () => {
  const me = await t.make.signedIn()
  const course = await t.make.course()
  changeMeanwhile(t.database, 'insert into "enrollments"', `DELETE FROM users WHERE id = ${me.id}`)
  const answer = await t.call('enrollCourse', { course_id: course.id }, me.cookie)
  expect([answer.status, answer.body.code]).toEqual([401, 'not_signed_in'])
  expect(await t.db.select().from(entitlements).where(eq(entitlements.courseId, course.id))).toEqual([])
})

test('creates one enrollment, counts it once and writes the log', async () => {
  const me = await t.make.signedIn()
  const course = await t.make.course({ title: 'Lamps' })
  const answer = await t.call('enrollCourse', { course_id: String(course.id), student_id: me.id }, me.cookie)
  expect(answer.body.status).toBe(true)
  const [row] = await t.db.select().from(users).where(eq(users.id, me.id))
  expect(row?.courseJoined).toBe(1)
  const lines = await t.db.select().from(systemLog).where(eq(systemLog.studentId, me.id))
  expect(lines.map(({ message }) => message)).toEqual(['Enrolled in “Lamps”'])
  const session = await t.call('session', {}, me.cookie)
  expect(session.body.msg).toMatchObject({ userData: [{ course_joined: 1 }] })
})

test('creates one enrollment for fifty simultaneous calls', async () => {
  const me = await t.make.signedIn()
  const course = await t.make.course()
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => t.call('enrollCourse', { course_id: course.id }, me.cookie)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(await t.db.select().from(enrollments).where(eq(enrollments.userId, me.id))).toHaveLength(1)
  const [row] = await t.db.select().from(users).where(eq(users.id, me.id))
  expect(row?.courseJoined).toBe(1)
})

describe('a course with a price', () => {
  const readWritten = async (userId: number) => [
    await t.db.$count(enrollments, eq(enrollments.userId, userId)),
    await t.db.$count(entitlements, eq(entitlements.userId, userId)),
    await t.db.$count(systemLog, eq(systemLog.studentId, userId)),
    await t.db.$count(users, sql`id = ${userId} and course_joined > 0`),
  ]

  test('returns 402 while payments are on, and writes nothing', async () => {
    const me = await t.make.signedIn()
    const course = await t.make.course({ priceCents: 1 })
    const answer = await t.call('enrollCourse', { course_id: course.id }, me.cookie)
    expect([answer.status, answer.body.code]).toEqual([402, 'payment_required'])
    expect(await readWritten(me.id)).toEqual([0, 0, 0, 0])
  })

  test('is free when its discount is 100 percent', async () => {
    const me = await t.make.signedIn()
    const course = await t.make.course({ priceCents: 6000, discount: 100 })
    expect((await t.call('enrollCourse', { course_id: course.id }, me.cookie)).status).toBe(200)
    expect(await t.db.select().from(entitlements).where(eq(entitlements.userId, me.id))).toMatchObject([
      { courseId: course.id, source: 'free', endsAt: null, revokedAt: null },
    ])
  })

  test('is answered with success once access is granted, and nothing is written again', async () => {
    const me = await t.make.signedIn()
    const course = await t.make.course({ priceCents: 6000 })
    await t.db.transaction((tx) => grantEntitlement(tx, { userId: me.id, courseId: course.id, source: 'grant' }))
    for (let call = 1; call <= 2; call++)
      expect((await t.call('enrollCourse', { course_id: course.id }, me.cookie)).status).toBe(200)
    expect(await readWritten(me.id)).toEqual([1, 1, 0, 1])
  })

  test('stays open without a payment when it was free before', async () => {
    const me = await t.make.signedIn()
    const course = await t.make.course()
    await t.call('enrollCourse', { course_id: course.id }, me.cookie)
    await t.db.update(courses).set({ priceCents: 6000 }).where(eq(courses.id, course.id))
    expect((await t.call('enrollCourse', { course_id: course.id }, me.cookie)).status).toBe(200)
  })

  test('opens to anyone while payments are off', async () => {
    const off = await t.startSecondServer({ PAYMENTS: 'off' })
    const me = await t.make.signedIn()
    const course = await t.make.course({ priceCents: 6000 })
    for (let call = 1; call <= 2; call++)
      expect((await off.call('enrollCourse', { course_id: course.id }, me.cookie)).body).toEqual({
        status: true,
        msg: 'You are enrolled',
      })
    expect(await readWritten(me.id)).toEqual([1, 1, 1, 1])
    const { body } = await off.call('getCourseData', { course_id: course.id }, me.cookie)
    expect(body.msg).toMatchObject({ enrolled: true, msg: { course: { entitlement: 'free' } } })
    await off.close()
  })
})

test('opens a free course again after access was revoked, with the progress kept', async () => {
  const me = await t.make.signedIn()
  const course = await t.make.course()
  await t.call('enrollCourse', { course_id: course.id }, me.cookie)
  await t.call('completeCourse', { id: at(course.lessons).id, course_id: course.id, value: true }, me.cookie)
  await t.db.transaction((tx) =>
    revokeEntitlements(tx, { userId: me.id, courseId: course.id, reason: 'The term is over' }),
  )
  expect((await t.call('enrollCourse', { course_id: course.id }, me.cookie)).status).toBe(200)
  const { body } = await t.call('getCourseData', { course_id: course.id }, me.cookie)
  expect(body.msg).toMatchObject({ enrolled: true, msg: { course: { progress: 33 } } })
})

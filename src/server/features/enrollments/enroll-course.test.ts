import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrollments, systemLog, users } from '#server/platform/db/schema.ts'
import { retryWhileBusy } from '#server/testing/retry-while-busy.ts'
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
    Array.from({ length: 50 }, () => retryWhileBusy(() => t.call('enrollCourse', { course_id: course.id }, me.cookie))),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 200))
  expect(await t.db.select().from(enrollments).where(eq(enrollments.userId, me.id))).toHaveLength(1)
  const [row] = await t.db.select().from(users).where(eq(users.id, me.id))
  expect(row?.courseJoined).toBe(1)
})

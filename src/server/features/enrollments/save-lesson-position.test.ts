import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Lesson } from '#contract/schemas/courses.ts'
import { lessonProgress } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

async function createLearner() {
  const me = await t.make.signedIn()
  const course = await t.make.course()
  await t.make.enrollment(me.id, course.id)
  return { me, course, lessonId: at(course.lessons).id }
}
const getProgress = (userId: number) => t.db.select().from(lessonProgress).where(eq(lessonProgress.userId, userId))

test('returns 401 to a visitor and 403 to an admin who enrolled as a student', async () => {
  const { course, lessonId } = await createLearner()
  const admin = await t.make.signedIn({ role: 'admin' })
  await t.make.enrollment(admin.id, course.id)
  expect((await t.call('saveLessonPosition', { id: lessonId, position: 1 })).status).toBe(401)
  expect((await t.call('saveLessonPosition', { id: lessonId, position: 1 }, admin.cookie)).status).toBe(403)
})

test('returns 403 without an enrollment and 404 for a missing lesson', async () => {
  const [{ me }, other] = [await createLearner(), await createLearner()]
  const foreign = await t.call('saveLessonPosition', { id: other.lessonId, position: 1 }, me.cookie)
  expect([foreign.status, foreign.body.code]).toEqual([403, 'not_enrolled'])
  const missing = await t.call('saveLessonPosition', { id: 999_999_999, position: 1 }, me.cookie)
  expect([missing.status, missing.body.code]).toEqual([404, 'lesson_not_found'])
  expect(await getProgress(me.id)).toEqual([])
})

test.each([-1, '5', null, undefined, 360_001, 1e308, [1]])('returns 400 for the position %j', async (position) => {
  const { me, lessonId } = await createLearner()
  expect((await t.send('saveLessonPosition', { id: lessonId, position }, me.cookie)).status).toBe(400)
})

test('stores the last position for all devices and completes nothing', async () => {
  const { me, course, lessonId } = await createLearner()
  const phone = await t.make.cookie(me.id)
  for (const position of [10, 73.25, 5e-324]) {
    expect((await t.call('saveLessonPosition', { id: lessonId, position }, me.cookie)).status).toBe(200)
  }
  await t.call('saveLessonPosition', { id: lessonId, position: 12.5 }, me.cookie)
  const { body } = await t.call('getCourseData', { course_id: course.id }, phone)
  const { msg } = body.msg as { msg: { materials: Lesson[]; completed: Lesson[] } }
  expect(at(msg.materials)).toMatchObject({ position: 12.5, isCompleted: false })
  expect(msg.completed).toEqual([])
  expect(await getProgress(me.id)).toHaveLength(1)
})

test('keeps the lesson’s completion', async () => {
  const { me, course, lessonId } = await createLearner()
  await t.call('completeCourse', { id: lessonId, course_id: course.id, value: true }, me.cookie)
  await t.call('saveLessonPosition', { id: lessonId, position: 3 }, me.cookie)
  expect(await getProgress(me.id)).toMatchObject([{ completedAt: expect.any(Date), positionSeconds: 3 }])
})

import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Course, Lesson } from '#contract/schemas/courses.ts'
import { lessonProgress, lessons } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

interface Data {
  msg: { course: Course; materials: Lesson[]; completed: Lesson[] }
  enrolled: boolean
}
const requestCourse = async (courseId: number, cookie: string) =>
  (await t.call('getCourseData', { course_id: courseId }, cookie)).body.msg as Data

test('returns 401 to a visitor, whether the course exists or not', async () => {
  const course = await t.make.course()
  for (const course_id of [course.id, 999_999]) {
    expect((await t.call('getCourseData', { course_id })).status).toBe(401)
  }
})

test('returns 404 with “No Course Found” for a missing course', async () => {
  const me = await t.make.signedIn()
  const user = await t.make.user()
  for (const course_id of [999_999_999_999_999, user.id]) {
    const { status, body } = await t.call('getCourseData', { course_id }, me.cookie)
    expect(status).toBe(404)
    expect(body).toEqual({ status: false, code: 'course_not_found', msg: 'No Course Found' })
  }
})

test.each([0, -1, 1.5, '0', '01', '1e3', '', ' 1', 'abc', [1], { id: 1 }, null, true, 1e300, '1234567890123456'])(
  'returns 400 for the id %j',
  async (course_id) => {
    const me = await t.make.signedIn()
    expect((await t.send('getCourseData', { course_id }, me.cookie)).status).toBe(400)
  },
)

test('returns only preview URLs to a student who is not enrolled, whatever the body claims', async () => {
  const me = await t.make.signedIn()
  const course = await t.make.course()
  await t.db
    .update(lessons)
    .set({ isPreview: true })
    .where(eq(lessons.id, at(course.lessons, 1).id))
  const { body } = await t.send(
    'getCourseData',
    {
      course_id: course.id,
      role: 'admin',
      enrolled: true,
      email: 'admin@localhost.test',
      image_url: '',
      first_name: 'Admin',
    },
    me.cookie,
  )
  const { msg, enrolled } = body.msg as Data
  expect(enrolled).toBe(false)
  expect(msg.course).toMatchObject({ enrolled: false, progress: 0, lessons: 3 })
  expect(msg.materials.map(({ title, url, preview }) => [title, url, preview])).toEqual([
    ['One', '', false],
    ['Two', at(course.lessons, 1).url, true],
    ['Three', '', false],
  ])
  expect(msg.completed).toEqual([])
})

test('returns 403 for another student’s id', async () => {
  const [me, learner] = [await t.make.signedIn(), await t.make.user()]
  const course = await t.make.course()
  await t.make.enrollment(learner.id, course.id)
  const answer = await t.call('getCourseData', { course_id: course.id, student_id: learner.id }, me.cookie)
  expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed'])
})

test('returns all lessons in order and the completed ones to an enrolled student', async () => {
  const me = await t.make.signedIn()
  const course = await t.make.course({ lessonTitles: ['First', 'Second', 'Third', 'Fourth'] })
  await t.make.enrollment(me.id, course.id)
  // The order is that of the lessons' places, not of their ids.
  await t.db
    .update(lessons)
    .set({ place: 9 })
    .where(eq(lessons.id, at(course.lessons, 0).id))
  await t.db.insert(lessonProgress).values([
    { userId: me.id, lessonId: at(course.lessons, 2).id, completedAt: new Date(), positionSeconds: 12.5 },
    { userId: me.id, lessonId: at(course.lessons, 3).id, positionSeconds: 7 },
  ])
  const { msg, enrolled } = await requestCourse(course.id, me.cookie)
  expect(enrolled).toBe(true)
  expect(msg.materials.map(({ title }) => title)).toEqual(['Second', 'Third', 'Fourth', 'First'])
  expect(msg.materials.every(({ url }) => url.startsWith('https://media.example/'))).toBe(true)
  expect(msg.materials.map(({ isCompleted, position }) => [isCompleted, position])).toEqual([
    [false, 0],
    [true, 12.5],
    [false, 7],
    [false, 0],
  ])
  expect(msg.completed).toEqual([at(msg.materials, 1)])
})

test('returns only the caller’s own completions', async () => {
  const [me, other] = [await t.make.signedIn(), await t.make.signedIn()]
  const course = await t.make.course()
  for (const { id } of [me, other]) await t.make.enrollment(id, course.id)
  await t.db.insert(lessonProgress).values({ userId: me.id, lessonId: at(course.lessons).id, completedAt: new Date() })
  expect((await requestCourse(course.id, me.cookie)).msg.completed).toHaveLength(1)
  expect((await requestCourse(course.id, other.cookie)).msg.completed).toEqual([])
})

test('returns every lesson URL to an admin without an enrollment', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  const course = await t.make.course()
  const { msg, enrolled } = await requestCourse(course.id, admin.cookie)
  expect(enrolled).toBe(false)
  expect(msg.materials.every(({ url }) => url !== '')).toBe(true)
})

test('returns a course without lessons', async () => {
  const me = await t.make.signedIn()
  const course = await t.make.course({ lessonTitles: [] })
  const { msg } = await requestCourse(course.id, me.cookie)
  expect(msg).toMatchObject({ course: { course_id: course.id, lessons: 0, progress: 0 }, materials: [], completed: [] })
})

import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { enrollments, lessonProgress, systemLog } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

async function learner(lessonTitles?: string[]) {
  const me = await t.make.signedIn()
  const course = await t.make.course(lessonTitles ? { lessonTitles } : {})
  await t.make.enrollment(me.id, course.id)
  const tick = (lesson: number, value = true, extra: object = {}) =>
    t.send('completeCourse', { id: at(course.lessons, lesson).id, course_id: course.id, value, ...extra }, me.cookie)
  const enrollment = async () =>
    at(
      await t.db
        .select()
        .from(enrollments)
        .where(and(eq(enrollments.userId, me.id), eq(enrollments.courseId, course.id))),
    )
  const ticks = () => t.db.select().from(lessonProgress).where(eq(lessonProgress.userId, me.id))
  return { me, course, tick, enrollment, ticks }
}

test('a visitor is asked to log in, and an admin does not tick', async () => {
  const course = await t.make.course()
  const input = { id: at(course.lessons).id, course_id: course.id, value: true }
  const admin = await t.make.signedIn({ role: 'admin' })
  expect((await t.call('completeCourse', input)).status).toBe(401)
  expect((await t.call('completeCourse', input, admin.cookie)).status).toBe(403)
})

test('who is not enrolled cannot tick', async () => {
  const me = await t.make.signedIn()
  const course = await t.make.course()
  const answer = await t.call(
    'completeCourse',
    { id: at(course.lessons).id, course_id: course.id, value: true },
    me.cookie,
  )
  expect([answer.status, answer.body.code]).toEqual([403, 'not_enrolled'])
  expect(await t.db.select().from(lessonProgress).where(eq(lessonProgress.userId, me.id))).toEqual([])
})

test('nobody ticks for somebody else', async () => {
  const { tick, ticks } = await learner()
  const other = await learner()
  expect((await tick(0, true, { user_id: other.me.id })).status).toBe(403)
  expect([...(await ticks()), ...(await other.ticks())]).toEqual([])
})

test('a lesson of another course, or of none, is a 404', async () => {
  const { me, course, ticks } = await learner()
  const other = await learner()
  await t.make.enrollment(me.id, other.course.id)
  for (const id of [at(other.course.lessons).id, 999_999_999]) {
    const answer = await t.call('completeCourse', { id, course_id: course.id, value: true }, me.cookie)
    expect([answer.status, answer.body.code]).toEqual([404, 'lesson_not_found'])
  }
  expect(await ticks()).toEqual([])
})

test('a course that is not there is a 404', async () => {
  const { me, course } = await learner()
  const answer = await t.call(
    'completeCourse',
    { id: at(course.lessons).id, course_id: 999_999_999, value: true },
    me.cookie,
  )
  expect([answer.status, answer.body.msg]).toEqual([404, 'No Course Found'])
})

test.each(['true', 1, null, undefined, []])('the new state %j is neither true nor false', async (value) => {
  const { tick } = await learner()
  expect((await tick(0, true, { value })).status).toBe(400)
})

test('lesson counts and progress in the body change nothing', async () => {
  const { tick, enrollment } = await learner()
  const answer = await tick(0, true, { lessons: 1, progress: 100, title: 'x', completed: 3, email: 'x@mail.example' })
  expect(answer.body).toEqual({ status: true, msg: { progress: 33 } })
  expect(await enrollment()).toMatchObject({ completedLessons: 1, completedAt: null })
})

test('progress reaches a hundred only with the last lesson, and not by rounding', async () => {
  const { me, course, tick, enrollment } = await learner(Array.from({ length: 201 }, (_, n) => `Lesson ${n}`))
  const done = course.lessons.slice(0, 199).map(({ id }) => ({ userId: me.id, lessonId: id, completedAt: new Date() }))
  await t.db.insert(lessonProgress).values(done)
  expect((await tick(199)).body.msg).toEqual({ progress: 99 })
  expect((await enrollment()).completedAt).toBeNull()
  expect((await tick(200)).body.msg).toEqual({ progress: 100 })
  expect((await enrollment()).completedAt).toBeInstanceOf(Date)
})

test('a tick is set, not toggled, and its first time is kept', async () => {
  const { tick, ticks } = await learner()
  await tick(0)
  const [first] = await ticks()
  await new Promise((resolve) => setTimeout(resolve, 5))
  expect((await tick(0)).body.msg).toEqual({ progress: 33 })
  expect((await ticks()).map(({ completedAt }) => completedAt)).toEqual([first?.completedAt])
})

test('taking a tick away takes the completion away, and no tick below nought', async () => {
  const { tick, enrollment, ticks } = await learner(['Only'])
  await tick(0)
  expect(await enrollment()).toMatchObject({ completedLessons: 1, completedAt: expect.any(Date) })
  for (let n = 0; n < 2; n++) expect((await tick(0, false)).body.msg).toEqual({ progress: 0 })
  expect(await enrollment()).toMatchObject({ completedLessons: 0, completedAt: null })
  expect((await ticks()).map(({ completedAt }) => completedAt)).toEqual([null])
})

test('the time of completion stays that of the first completion while all lessons stay done', async () => {
  const { tick, enrollment } = await learner(['Only'])
  await tick(0)
  const { completedAt } = await enrollment()
  await new Promise((resolve) => setTimeout(resolve, 5))
  await tick(0)
  expect((await enrollment()).completedAt).toEqual(completedAt)
})

test('finishing a course is logged once', async () => {
  const { me, tick } = await learner(['One', 'Two'])
  for (const lesson of [0, 1, 1, 0]) await tick(lesson)
  const lines = await t.db.select().from(systemLog).where(eq(systemLog.studentId, me.id))
  expect(lines.map(({ message }) => message.slice(0, 9))).toEqual(['Completed'])
})

test('fifty ticks at once are all counted', async () => {
  const { tick, enrollment } = await learner(Array.from({ length: 50 }, (_, n) => `Lesson ${n}`))
  // A machine too busy to take them all says so, and is asked again.
  const tickUntilTaken = async (lesson: number): Promise<number> => {
    const { status, body, headers } = await tick(lesson)
    if (status === 503 && headers['retry-after'] !== undefined) return tickUntilTaken(lesson)
    expect(status).toBe(200)
    return (body.msg as { progress: number }).progress
  }
  const progress = await Promise.all(Array.from({ length: 50 }, (_, n) => tickUntilTaken(n)))
  expect(Math.max(...progress)).toBe(100)
  expect(await enrollment()).toMatchObject({ completedLessons: 50, completedAt: expect.any(Date) })
})

test('a tick keeps the place in the lesson', async () => {
  const { me, course, tick, ticks } = await learner()
  await t.call('saveLessonPosition', { id: at(course.lessons).id, position: 42 }, me.cookie)
  await tick(0)
  expect(await ticks()).toMatchObject([{ positionSeconds: 42, completedAt: expect.any(Date) }])
})

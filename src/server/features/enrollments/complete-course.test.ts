import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  certificates,
  enrollments,
  learningEvents,
  lessonProgress,
  lessons,
  quizAttempts,
  systemLog,
} from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

async function createLearner(lessonTitles?: string[]) {
  const me = await t.make.signedIn()
  const course = await t.make.course(lessonTitles ? { lessonTitles } : {})
  await t.make.enrollment(me.id, course.id)
  const complete = (lesson: number, value = true, extra: object = {}) =>
    t.send('completeCourse', { id: at(course.lessons, lesson).id, course_id: course.id, value, ...extra }, me.cookie)
  const enrollment = async () =>
    at(
      await t.db
        .select()
        .from(enrollments)
        .where(and(eq(enrollments.userId, me.id), eq(enrollments.courseId, course.id))),
    )
  const getCompletions = () => t.db.select().from(lessonProgress).where(eq(lessonProgress.userId, me.id))
  return { me, course, complete, enrollment, getCompletions }
}

test('returns 401 to a visitor and 403 to an admin who enrolled as a student', async () => {
  const course = await t.make.course()
  const input = { id: at(course.lessons).id, course_id: course.id, value: true }
  const admin = await t.make.signedIn({ role: 'admin' })
  await t.make.enrollment(admin.id, course.id)
  expect((await t.call('completeCourse', input)).status).toBe(401)
  expect((await t.call('completeCourse', input, admin.cookie)).status).toBe(403)
})

test('locks the enrollment before it reads the lesson', async () => {
  const { complete } = await createLearner()
  const texts: string[] = []
  const stop = t.database.onQuery(({ text }) => texts.push(text))
  await complete(0)
  stop()
  const locking = texts.findIndex((text) => text.includes('for update of "enrollments"'))
  const reading = texts.findIndex((text) => text.includes('clock_timestamp()'))
  expect([locking, reading]).not.toContain(-1)
  expect(locking).toBeLessThan(reading)
})

test('returns 403 to a student who is not enrolled', async () => {
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

test('returns 403 for another student’s id', async () => {
  const { complete, getCompletions } = await createLearner()
  const other = await createLearner()
  expect((await complete(0, true, { user_id: other.me.id })).status).toBe(403)
  expect([...(await getCompletions()), ...(await other.getCompletions())]).toEqual([])
})

test('returns 404 for another course’s lesson and a missing one', async () => {
  const { me, course, getCompletions } = await createLearner()
  const other = await createLearner()
  await t.make.enrollment(me.id, other.course.id)
  for (const id of [at(other.course.lessons).id, 999_999_999]) {
    const answer = await t.call('completeCourse', { id, course_id: course.id, value: true }, me.cookie)
    expect([answer.status, answer.body.code]).toEqual([404, 'lesson_not_found'])
  }
  expect(await getCompletions()).toEqual([])
})

test('returns 404 for a missing course', async () => {
  const { me, course } = await createLearner()
  const answer = await t.call(
    'completeCourse',
    { id: at(course.lessons).id, course_id: 999_999_999, value: true },
    me.cookie,
  )
  expect([answer.status, answer.body.msg]).toEqual([404, 'No Course Found'])
})

test.each(['true', 1, null, undefined, []])('returns 400 for the value %j', async (value) => {
  const { complete } = await createLearner()
  expect((await complete(0, true, { value })).status).toBe(400)
})

test('ignores lesson counts and progress in the body', async () => {
  const { complete, enrollment } = await createLearner()
  const answer = await complete(0, true, {
    lessons: 1,
    progress: 100,
    title: 'x',
    completed: 3,
    email: 'x@mail.example',
  })
  expect(answer.body).toEqual({ status: true, msg: { progress: 33 } })
  expect(await enrollment()).toMatchObject({ completedLessons: 1, completedAt: null })
})

test('returns 100 only with the last lesson, never by rounding', async () => {
  const { me, course, complete, enrollment } = await createLearner(Array.from({ length: 201 }, (_, n) => `Lesson ${n}`))
  const done = course.lessons.slice(0, 199).map(({ id }) => ({ userId: me.id, lessonId: id, completedAt: new Date() }))
  await t.db.insert(lessonProgress).values(done)
  expect((await complete(199)).body.msg).toEqual({ progress: 99 })
  expect((await enrollment()).completedAt).toBeNull()
  expect((await complete(200)).body.msg).toEqual({ progress: 100 })
  expect((await enrollment()).completedAt).toBeInstanceOf(Date)
})

test('sets the completion rather than toggling it, and keeps its first time', async () => {
  const { me, complete, getCompletions } = await createLearner()
  await complete(0)
  const completedAt = new Date('2026-01-01')
  await t.db.update(lessonProgress).set({ completedAt }).where(eq(lessonProgress.userId, me.id))
  expect((await complete(0)).body.msg).toEqual({ progress: 33 })
  expect(await getCompletions()).toMatchObject([{ completedAt }])
})

test('reopens the course when a completion is removed, and never counts below 0', async () => {
  const { complete, enrollment, getCompletions } = await createLearner(['Only'])
  await complete(0)
  expect(await enrollment()).toMatchObject({ completedLessons: 1, completedAt: expect.any(Date) })
  for (let n = 0; n < 2; n++) expect((await complete(0, false)).body.msg).toEqual({ progress: 0 })
  expect(await enrollment()).toMatchObject({ completedLessons: 0, completedAt: null })
  expect((await getCompletions()).map(({ completedAt }) => completedAt)).toEqual([null])
})

test('keeps the course’s first completion time while all lessons stay completed', async () => {
  const { me, complete, enrollment } = await createLearner(['Only'])
  await complete(0)
  const completedAt = new Date('2026-01-01')
  await t.db.update(enrollments).set({ completedAt }).where(eq(enrollments.userId, me.id))
  await complete(0)
  expect((await enrollment()).completedAt).toEqual(completedAt)
})

test('logs a course’s completion once', async () => {
  const { me, complete } = await createLearner(['One', 'Two'])
  for (const lesson of [0, 1, 1, 0]) await complete(lesson)
  const entries = await t.db.select().from(systemLog).where(eq(systemLog.studentId, me.id))
  expect(entries.map(({ message }) => message.slice(0, 9))).toEqual(['Completed'])
})

test('writes an event for each change, and none for a repetition', async () => {
  const { me, course, complete, enrollment } = await createLearner(['One', 'Two'])
  for (const [lesson, value] of [
    [0, true],
    [0, true],
    [1, true],
    [1, true],
    [1, false],
    [1, false],
    [1, true],
  ] as const)
    await complete(lesson, value)
  const events = await t.db
    .select()
    .from(learningEvents)
    .where(eq(learningEvents.userId, me.id))
    .orderBy(learningEvents.id)
  const [one, two] = course.lessons.map(({ id }) => id)
  expect(events.map(({ kind, lessonId, actorId }) => [kind, lessonId, actorId])).toEqual([
    ['lesson_completed', one, null],
    ['lesson_completed', two, null],
    ['course_finished', null, null],
    ['lesson_reopened', two, null],
    ['course_reopened', null, null],
    ['lesson_completed', two, null],
    ['course_finished', null, null],
  ])
  expect(at(events, -1).createdAt).toEqual((await enrollment()).completedAt)
})

test.each(['watched', 'passed', 'accepted'] as const)(
  'returns 409 for a tick of a lesson with the rule %s',
  async (completion) => {
    const { me, course, complete, getCompletions } = await createLearner()
    const lessonId = at(course.lessons).id
    await t.db
      .update(lessons)
      .set({ completion, watchPercent: 90, durationSeconds: 10 })
      .where(eq(lessons.id, lessonId))
    expect((await complete(0)).body).toMatchObject({ code: 'not_a_tick' })
    expect(await getCompletions()).toEqual([])
    if (completion !== 'passed') return
    // What it was completed by is still there, so a tick that was removed can be set again.
    const attempt = {
      userId: me.id,
      lessonId,
      questions: [],
      passMark: 50,
      maxScore: 1,
      score: 1,
      submittedAt: new Date(),
    }
    await t.db.insert(quizAttempts).values({ ...attempt, isPassed: true, isVoid: true })
    expect((await complete(0)).status).toBe(409)
    await t.db.insert(quizAttempts).values({ ...attempt, isPassed: true })
    expect((await complete(0)).body.msg).toEqual({ progress: 33 })
  },
)

test('ticks a video of unknown length, whatever its rule', async () => {
  const { course, complete } = await createLearner()
  await t.db.update(lessons).set({ completion: 'watched', watchPercent: 90 }).where(eq(lessons.courseId, course.id))
  expect((await complete(0)).body.msg).toEqual({ progress: 33 })
})

test('finishes once when the last two lessons are completed at the same time', async () => {
  const { me, complete } = await createLearner(['One', 'Two', 'Three'])
  await complete(0)
  await Promise.all([1, 2, 1, 2].map((lesson) => complete(lesson)))
  const events = await t.db.select().from(learningEvents).where(eq(learningEvents.userId, me.id))
  expect(events.filter(({ kind }) => kind === 'course_finished')).toHaveLength(1)
  expect(await t.findLogMessages(me.id)).toHaveLength(1)
  expect(await t.db.select().from(certificates).where(eq(certificates.userId, me.id))).toHaveLength(1)
})

test('counts fifty simultaneous completions', async () => {
  const { complete, enrollment } = await createLearner(Array.from({ length: 50 }, (_, n) => `Lesson ${n}`))
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => complete(n)))
  expect(Math.max(...answers.map(({ body }) => (body.msg as { progress: number }).progress))).toBe(100)
  expect(await enrollment()).toMatchObject({ completedLessons: 50, completedAt: expect.any(Date) })
})

test('keeps the position in the lesson', async () => {
  const { me, course, complete, getCompletions } = await createLearner()
  await t.call('saveLessonPosition', { id: at(course.lessons).id, position: 42 }, me.cookie)
  await complete(0)
  expect(await getCompletions()).toMatchObject([{ positionSeconds: 42, completedAt: expect.any(Date) }])
})

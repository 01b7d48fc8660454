import { and, eq, inArray } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  courses,
  enrollments,
  lessonProgress,
  lessons,
  notifications,
  reviews,
  systemLog,
  users,
} from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['make']['signedIn']>>
beforeAll(async () => {
  t = await createTestApp()
  admin = await t.make.signedIn({ role: 'admin' })
})
afterAll(() => t.close())

const remove = (course_id: number) => t.call('deleteCourse', { course_id }, admin.cookie)
const joined = async (userId: number) => at(await t.db.select().from(users).where(eq(users.id, userId))).courseJoined

/** A machine too busy to take them all says so, and is asked again. */
async function untilTaken(send: () => ReturnType<TestApp['send']>): ReturnType<TestApp['send']> {
  const answer = await send()
  return answer.status === 503 && answer.headers['retry-after'] !== undefined ? untilTaken(send) : answer
}

test.each([{}, { course_id: 0 }, { course_id: 'x' }, { course_id: [1] }, { course_id: null }])(
  '%j is not the form of the call',
  async (body) => {
    expect((await t.send('deleteCourse', body, admin.cookie)).status).toBe(400)
  },
)

test('a student and a visitor may not, and nothing is gone', async () => {
  const course = await t.make.course()
  const student = await t.make.signedIn()
  expect((await t.call('deleteCourse', { course_id: course.id }, student.cookie)).status).toBe(403)
  expect((await t.call('deleteCourse', { course_id: course.id })).status).toBe(401)
  expect(await t.db.$count(courses, eq(courses.id, course.id))).toBe(1)
})

test('all that belongs to it is gone with it, and nothing of another course', async () => {
  const [course, other] = [await t.make.course({ title: 'Lamps' }), await t.make.course()]
  const [one, two] = [await t.make.signedIn(), await t.make.signedIn()]
  for (const student of [one, two]) {
    for (const { id } of [course, other]) await t.make.enrollment(student.id, id)
  }
  for (const { id, lessons: theirs } of [course, other]) {
    await t.make.review(one.id, id)
    await t.call('completeCourse', { id: at(theirs).id, course_id: id, value: true }, one.cookie)
    await t.db.insert(notifications).values({ userId: one.id, kind: 'new-lesson', title: 'New', courseId: id })
  }
  const session = async () => (await t.call('session', {}, one.cookie)).body.msg
  const mine = async () => (await t.call('getEnrolledCourses', { page: 1 }, one.cookie)).body.msg
  expect(await session()).toMatchObject({ userData: [{ course_joined: 2 }] })
  expect(await mine()).toMatchObject([[{}, {}], [{ 'COUNT(*)': 2 }]])

  expect((await remove(course.id)).body).toEqual({ status: true, msg: 'The course is deleted' })

  const left = async (id: number, lessonIds: number[]) => [
    await t.db.$count(courses, eq(courses.id, id)),
    await t.db.$count(lessons, eq(lessons.courseId, id)),
    await t.db.$count(enrollments, eq(enrollments.courseId, id)),
    await t.db.$count(reviews, eq(reviews.courseId, id)),
    await t.db.$count(notifications, eq(notifications.courseId, id)),
    await t.db.$count(lessonProgress, inArray(lessonProgress.lessonId, lessonIds)),
  ]
  expect(
    await left(
      course.id,
      course.lessons.map(({ id }) => id),
    ),
  ).toEqual([0, 0, 0, 0, 0, 0])
  expect(
    await left(
      other.id,
      other.lessons.map(({ id }) => id),
    ),
  ).toEqual([1, 3, 2, 1, 1, 1])
  expect([await joined(one.id), await joined(two.id)]).toEqual([1, 1])
  expect(await session()).toMatchObject({ userData: [{ course_joined: 1 }] })
  expect(await mine()).toMatchObject([[{ course_id: other.id }], [{ 'COUNT(*)': 1 }]])
  const [line] = await t.db
    .select()
    .from(systemLog)
    .where(and(eq(systemLog.studentId, admin.id), eq(systemLog.kind, 'course')))
  expect(line).toMatchObject({ message: 'Deleted the course “Lamps”, with 2 students', email: admin.email })
})

test('a second time it is not there, in whatever call', async () => {
  const course = await t.make.course()
  const student = await t.make.signedIn()
  await t.make.enrollment(student.id, course.id)
  const lesson = at(course.lessons).id
  await remove(course.id)
  expect(await remove(course.id)).toMatchObject({
    status: 404,
    body: { code: 'course_not_found', msg: 'No Course Found' },
  })
  expect(await t.call('getCourseData', { course_id: course.id }, student.cookie)).toMatchObject({
    status: 404,
    body: { code: 'course_not_found' },
  })
  expect(await t.call('enrollCourse', { course_id: course.id }, student.cookie)).toMatchObject({ status: 404 })
  expect(
    await t.call('completeCourse', { id: lesson, course_id: course.id, value: true }, student.cookie),
  ).toMatchObject({ status: 404 })
  expect(await t.call('saveLessonPosition', { id: lesson, position: 1 }, student.cookie)).toMatchObject({
    status: 404,
    body: { code: 'lesson_not_found' },
  })
})

test('an id of a user or of a post deletes nothing', async () => {
  const [user, post] = [await t.make.user(), await t.make.post()]
  for (const { id } of [user, post]) expect((await remove(id)).status).toBe(404)
  expect(await t.db.$count(users, eq(users.id, user.id))).toBe(1)
})

describe('at the same time as', () => {
  test('itself: it is gone once', async () => {
    const course = await t.make.course()
    const student = await t.make.user()
    await t.make.enrollment(student.id, course.id)
    const statuses = (await Promise.all(Array.from({ length: 10 }, () => untilTaken(() => remove(course.id))))).map(
      ({ status }) => status,
    )
    expect(statuses.sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)])
    expect(await joined(student.id)).toBe(0)
  })

  test('students who join, tick, watch, review and leave: nobody is counted wrong, and nothing stays', async () => {
    for (let round = 0; round < 3; round++) {
      const [course, other] = [await t.make.course(), await t.make.course()]
      const lesson = at(course.lessons).id
      const students = await Promise.all(Array.from({ length: 12 }, () => t.make.signedIn()))
      for (const { id } of students.slice(0, 6)) {
        await t.make.enrollment(id, course.id)
        await t.make.review(id, course.id)
      }
      const works = students.flatMap(({ cookie, email }, n) => [
        () => t.call('enrollCourse', { course_id: course.id }, cookie),
        () => t.call('enrollCourse', { course_id: other.id }, cookie),
        () => t.call('completeCourse', { id: lesson, course_id: course.id, value: true }, cookie),
        () => t.call('saveLessonPosition', { id: lesson, position: n }, cookie),
        () => t.call('addReview', { course_id: course.id, review_text: 'Good.', stars: 5 }, cookie),
        ...(n % 4 === 0 ? [() => t.call('deleteAccount', { confirmation: email }, cookie)] : []),
      ])
      const half = Math.floor(works.length / 2)
      const answers = await Promise.all(
        [...works.slice(0, half), () => remove(course.id), () => remove(other.id), ...works.slice(half)].map(
          untilTaken,
        ),
      )
      expect(answers.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([])
      for (const { id } of students) {
        const [row] = await t.db.select().from(users).where(eq(users.id, id))
        if (row) expect(row.courseJoined).toBe(0)
      }
      expect(await t.db.$count(enrollments, inArray(enrollments.courseId, [course.id, other.id]))).toBe(0)
    }
  })
})

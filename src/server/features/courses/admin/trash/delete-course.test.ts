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
const getCourseJoined = async (userId: number) =>
  at(await t.db.select().from(users).where(eq(users.id, userId))).courseJoined

test.each([{}, { course_id: 0 }, { course_id: 'x' }, { course_id: [1] }, { course_id: null }])(
  'returns 400 for %j',
  async (body) => {
    expect((await t.send('deleteCourse', body, admin.cookie)).status).toBe(400)
  },
)

test('returns 403 to a student and 401 to a visitor, and deletes nothing', async () => {
  const course = await t.make.course()
  const student = await t.make.signedIn()
  expect((await t.call('deleteCourse', { course_id: course.id }, student.cookie)).status).toBe(403)
  expect((await t.call('deleteCourse', { course_id: course.id })).status).toBe(401)
  expect(await t.db.$count(courses, eq(courses.id, course.id))).toBe(1)
})

test('keeps what belongs to the course in the trash and takes it out of the students’ lists and counts', async () => {
  const [course, other] = [await t.make.course({ title: 'Lamps' }), await t.make.course()]
  const [one, two] = [await t.make.signedIn(), await t.make.signedIn()]
  for (const student of [one, two]) {
    for (const { id } of [course, other]) await t.make.enrollment(student.id, id)
  }
  for (const { id, lessons: courseLessons } of [course, other]) {
    await t.make.review(one.id, id)
    await t.call('completeCourse', { id: at(courseLessons).id, course_id: id, value: true }, one.cookie)
    await t.db.insert(notifications).values({ userId: one.id, kind: 'new-lesson', title: 'New', courseId: id })
  }
  const getSession = async () => (await t.call('session', {}, one.cookie)).body.msg
  const getMyCourses = async () => (await t.call('getEnrolledCourses', { page: 1 }, one.cookie)).body.msg
  expect(await getSession()).toMatchObject({ userData: [{ course_joined: 2 }] })
  expect(await getMyCourses()).toMatchObject([[{}, {}], [{ 'COUNT(*)': 2 }]])

  expect((await remove(course.id)).body).toEqual({ status: true, msg: 'The course was deleted' })

  const countRows = async (id: number, lessonIds: number[]) => [
    await t.db.$count(courses, eq(courses.id, id)),
    await t.db.$count(lessons, eq(lessons.courseId, id)),
    await t.db.$count(enrollments, eq(enrollments.courseId, id)),
    await t.db.$count(reviews, eq(reviews.courseId, id)),
    await t.db.$count(notifications, eq(notifications.courseId, id)),
    await t.db.$count(lessonProgress, inArray(lessonProgress.lessonId, lessonIds)),
  ]
  expect(
    await countRows(
      course.id,
      course.lessons.map(({ id }) => id),
    ),
  ).toEqual([1, 3, 2, 1, 0, 1])
  expect(
    await countRows(
      other.id,
      other.lessons.map(({ id }) => id),
    ),
  ).toEqual([1, 3, 2, 1, 1, 1])
  expect([await getCourseJoined(one.id), await getCourseJoined(two.id)]).toEqual([1, 1])
  expect(await getSession()).toMatchObject({ userData: [{ course_joined: 1 }] })
  expect(await getMyCourses()).toMatchObject([[{ course_id: other.id }], [{ 'COUNT(*)': 1 }]])
  const [entry] = await t.db
    .select()
    .from(systemLog)
    .where(and(eq(systemLog.studentId, admin.id), eq(systemLog.kind, 'course')))
  expect(entry).toMatchObject({ message: 'Deleted the course “Lamps”, with 2 students', email: admin.email })
})

test('makes every call return 404 for the deleted course', async () => {
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

test('returns 404 for the id of a user or a post', async () => {
  const [user, post] = [await t.make.user(), await t.make.post()]
  for (const { id } of [user, post]) expect((await remove(id)).status).toBe(404)
  expect(await t.db.$count(users, eq(users.id, user.id))).toBe(1)
})

describe('at the same time as other calls', () => {
  test('succeeds once when called ten times', async () => {
    const course = await t.make.course()
    const student = await t.make.user()
    await t.make.enrollment(student.id, course.id)
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(course.id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)])
    expect(await getCourseJoined(student.id)).toBe(0)
  })

  test('leaves no wrong count while students enroll, complete, review and delete their accounts, and restores the right ones', async () => {
    for (let round = 0; round < 3; round++) {
      const [course, other] = [await t.make.course(), await t.make.course()]
      const lesson = at(course.lessons).id
      const students = await Promise.all(Array.from({ length: 12 }, () => t.make.signedIn()))
      for (const { id } of students.slice(0, 6)) {
        await t.make.enrollment(id, course.id)
        await t.make.review(id, course.id)
      }
      const requests = students.flatMap(({ cookie, email }, n) => [
        () => t.call('enrollCourse', { course_id: course.id }, cookie),
        () => t.call('enrollCourse', { course_id: other.id }, cookie),
        () => t.call('completeCourse', { id: lesson, course_id: course.id, value: true }, cookie),
        () => t.call('saveLessonPosition', { id: lesson, position: n }, cookie),
        () => t.call('addReview', { course_id: course.id, review_text: 'Good.', stars: 5 }, cookie),
        ...(n % 4 === 0 ? [() => t.call('deleteAccount', { confirmation: email }, cookie)] : []),
      ])
      const half = Math.floor(requests.length / 2)
      const answers = await Promise.all(
        [...requests.slice(0, half), () => remove(course.id), () => remove(other.id), ...requests.slice(half)].map(
          (send) => send(),
        ),
      )
      expect(answers.filter(({ status }) => status >= 500).map(({ body }) => body)).toEqual([])
      for (const { id } of students) {
        const [row] = await t.db.select().from(users).where(eq(users.id, id))
        if (row) expect(row.courseJoined).toBe(0)
      }
      for (const { id } of [course, other]) {
        expect((await t.call('restoreCourse', { course_id: id }, admin.cookie)).status).toBe(200)
      }
      for (const { id } of students) {
        const [row] = await t.db.select().from(users).where(eq(users.id, id))
        if (row) expect(row.courseJoined).toBe(await t.db.$count(enrollments, eq(enrollments.userId, id)))
      }
      const [row] = await t.db.select().from(courses).where(eq(courses.id, course.id))
      expect(row?.reviewsCount).toBe(await t.db.$count(reviews, eq(reviews.courseId, course.id)))
    }
  })
})

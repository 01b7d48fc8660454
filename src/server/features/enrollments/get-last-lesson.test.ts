import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enrollments, lessons } from '#server/platform/db/schema.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

const getLessonIds = async (courseId: number) =>
  (
    await t.db.select({ id: lessons.id }).from(lessons).where(eq(lessons.courseId, courseId)).orderBy(lessons.place)
  ).map(({ id }) => id)

async function createStudent() {
  const student = await t.make.signedIn()
  const getLast = async () => (await t.call('getLastLesson', {}, student.cookie)).body.msg
  const join = async () => {
    const course = await t.make.course()
    await t.call('enrollCourse', { course_id: course.id }, student.cookie)
    return { ...course, lessonIds: await getLessonIds(course.id) }
  }
  const complete = (course_id: number, id = 0) =>
    t.call('completeCourse', { course_id, id, value: true }, student.cookie)
  const watch = (id = 0) => t.call('saveLessonPosition', { id, position: 12 }, student.cookie)
  return { student, getLast, join, complete, watch }
}

test('is empty before the first course, for admins too', async () => {
  const { getLast } = await createStudent()
  expect(await getLast()).toEqual([])
  const admin = await t.make.signedIn({ role: 'admin' })
  expect((await t.call('getLastLesson', {}, admin.cookie)).body.msg).toEqual([])
})

test('names the course joined last when no lesson was begun', async () => {
  const { getLast, join } = await createStudent()
  await join()
  const { id, title } = await join()
  expect(await getLast()).toEqual([{ course_id: id, title, material_id: null, progress: 0 }])
})

test('names the lesson watched last, and the course alone once that is completed', async () => {
  const { getLast, join, watch, complete } = await createStudent()
  const first = await join()
  await join()
  await watch(first.lessonIds[0])
  await watch(first.lessonIds[1])
  const expected = { course_id: first.id, title: first.title }
  expect(await getLast()).toEqual([{ ...expected, material_id: first.lessonIds[1], progress: 0 }])
  await complete(first.id, first.lessonIds[1])
  expect(await getLast()).toEqual([{ ...expected, material_id: null, progress: 33 }])
})

test('leaves out finished courses and the progress of others', async () => {
  const { student, getLast, join, complete, watch } = await createStudent()
  const other = await createStudent()
  const { id, lessonIds } = await join()
  await t.call('enrollCourse', { course_id: id }, other.student.cookie)
  await other.watch(lessonIds[2])
  expect(await getLast()).toMatchObject([{ course_id: id, material_id: null }])
  for (const lessonId of lessonIds) await complete(id, lessonId)
  expect(await getLast()).toEqual([])
  await watch(lessonIds[0])
  expect(await getLast()).toEqual([])
  expect(await t.db.$count(enrollments, eq(enrollments.userId, student.id))).toBe(1)
})

test('leaves out a course in the trash until it is restored', async () => {
  const { getLast, join } = await createStudent()
  const { id } = await join()
  const admin = await t.make.signedIn({ role: 'admin' })
  await t.call('deleteCourse', { course_id: id }, admin.cookie)
  expect(await getLast()).toEqual([])
  await t.call('restoreCourse', { course_id: id }, admin.cookie)
  expect(await getLast()).toMatchObject([{ course_id: id }])
})

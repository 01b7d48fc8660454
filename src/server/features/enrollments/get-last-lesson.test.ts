import { and, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { enrollments, lessons, prerequisites, sections } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
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

test('leads to a course that is open, not to one joined later that must wait for it', async () => {
  const { student, getLast, join, complete, watch } = await createStudent()
  const [first, second] = [await join(), await join()]
  const titles = Array.from({ length: 25 }, (_, n) => `Lesson ${n}`)
  const later = await t.make.course({ lessonTitles: titles })
  await t.db.insert(prerequisites).values([
    { courseId: later.id, requiredCourseId: second.id },
    { courseId: second.id, requiredCourseId: first.id },
  ])
  await t.make.enrollment(student.id, later.id)
  expect(await getLast()).toMatchObject([{ course_id: first.id, material_id: null }])
  await watch(first.lessonIds[1])
  expect(await getLast()).toMatchObject([{ course_id: first.id, material_id: first.lessonIds[1] }])
  for (const id of first.lessonIds) await complete(first.id, id)
  expect(await getLast()).toMatchObject([{ course_id: second.id }])
  // Without an open course it is the last one.
  await t.db.update(enrollments).set({ accessUntil: '-infinity' }).where(eq(enrollments.courseId, second.id))
  await watch(first.lessonIds[0])
  expect(await getLast()).toMatchObject([{ course_id: later.id, material_id: null }])
})

test('leads to a course with an open lesson, not to one whose other lessons open later', async () => {
  const { getLast, join, complete } = await createStudent()
  const open = await join()
  const waiting = await join()
  const opensAt = new Date(Date.now() + 3_600_000)
  const section = at(
    await t.db.insert(sections).values({ courseId: waiting.id, place: 0, title: 'Later', opensAt }).returning(),
  )
  const [begun = 0, ...others] = waiting.lessonIds
  await t.db.update(lessons).set({ sectionId: section.id }).where(inArray(lessons.id, others))
  await complete(waiting.id, begun)
  expect(await getLast()).toMatchObject([{ course_id: open.id }])
  for (const id of open.lessonIds) await complete(open.id, id)
  expect(await getLast()).toMatchObject([{ course_id: waiting.id, material_id: null }])
})

test('stays in a course whose lessons are all completed until it is finished', async () => {
  const { student, getLast, join, complete } = await createStudent()
  await join()
  const { id, lessonIds } = await join()
  for (const lessonId of lessonIds) await complete(id, lessonId)
  // As after the last open lesson was removed.
  const isOwn = and(eq(enrollments.userId, student.id), eq(enrollments.courseId, id))
  await t.db.update(enrollments).set({ completedAt: null }).where(isOwn)
  expect(await getLast()).toMatchObject([{ course_id: id, material_id: null, progress: 99 }])
})

test('names no lesson after the progress was reset', async () => {
  const { student, getLast, join, watch } = await createStudent()
  const { id, lessonIds } = await join()
  await watch(lessonIds[2])
  const admin = await t.make.signedIn({ role: 'admin' })
  await t.call('resetProgress', { student_id: student.id, course_id: id, reason: 'Again' }, admin.cookie)
  expect(await getLast()).toMatchObject([{ course_id: id, material_id: null, progress: 0 }])
})

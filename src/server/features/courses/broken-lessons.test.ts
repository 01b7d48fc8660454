import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import type { BrokenLesson } from '#contract/schemas/admin-courses.ts'
import { courses, lessons } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { buildCourseInput } from '#server/testing/learning/course-input.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: SignedInUser
let student: SignedInUser
let course: Awaited<ReturnType<typeof t.make.course>>
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})
beforeEach(async () => {
  await t.db.delete(courses)
  student = await t.make.signedIn()
  course = await t.make.course()
  await t.make.enrollment(student.id, course.id)
})

const report = (cookie?: string, material_id = at(course.lessons).id) =>
  t.call('reportLessonProblem', { material_id }, cookie)
const clear = (material_id = at(course.lessons).id) => t.call('clearLessonProblem', { material_id }, admin.cookie)
const getBroken = async (): Promise<BrokenLesson[]> => {
  const { body } = await t.call('getCoursesAdmin', { page: 1 }, admin.cookie)
  return (body.msg as { broken_lessons: BrokenLesson[] }[]).flatMap(({ broken_lessons }) => broken_lessons)
}
const setUrl = (index: number, url: string) =>
  t.db
    .update(lessons)
    .set({ url })
    .where(eq(lessons.id, at(course.lessons, index).id))
const save = (changes: object = {}) =>
  t.send(
    'updateCourse',
    {
      course_id: course.id,
      ...buildCourseInput(),
      materials: course.lessons.map(({ id, title, url }) => ({ id, title, url, ...changes })),
    },
    admin.cookie,
  )

test.each(['reportLessonProblem', 'clearLessonProblem'] as const)('%s returns 400 for bad input', async (name) => {
  for (const body of [{}, { material_id: 0 }, { material_id: 'x' }, { material_id: null }, { material_id: [1] }])
    expect((await t.send(name, body, admin.cookie)).status).toBe(400)
})

test('a report by an enrolled student is listed with its course until it is cleared', async () => {
  expect(await getBroken()).toEqual([])
  for (let n = 0; n < 3; n++) expect((await report(student.cookie)).status).toBe(200)
  expect(await getBroken()).toEqual([{ material_id: at(course.lessons).id, title: 'One', problem: 'reported' }])
  expect(await t.findLogMessages(student.id)).toEqual([`Reported that “One” of “${course.title}” does not play`])
  for (let n = 0; n < 2; n++) expect((await clear()).body).toEqual({ status: true, msg: 'The report was cleared' })
  expect(await getBroken()).toEqual([])
})

test('only who may watch a lesson can report it', async () => {
  const outsider = await t.make.signedIn()
  expect((await report()).status).toBe(401)
  expect((await report(outsider.cookie)).body).toMatchObject({ code: 'not_enrolled' })
  expect((await report(outsider.cookie, 999_999_999)).body).toMatchObject({ code: 'lesson_not_found' })
  expect(await getBroken()).toEqual([])
  await t.db.update(lessons).set({ isPreview: true })
  expect((await report(outsider.cookie)).status).toBe(200)
  await clear()
  await t.db.update(courses).set({ isPublic: false })
  expect((await report(outsider.cookie)).body).toMatchObject({ code: 'lesson_not_found' })
  expect((await report(student.cookie)).status).toBe(200)
  expect((await report(admin.cookie)).status).toBe(200)
})

test('a lesson of a deleted course can neither be reported nor cleared', async () => {
  await t.call('deleteCourse', { course_id: course.id }, admin.cookie)
  expect([(await report(student.cookie)).status, (await report(admin.cookie)).status]).toEqual([404, 404])
  expect((await clear()).body).toMatchObject({ code: 'lesson_not_found' })
})

test('a student cannot clear a report', async () => {
  expect((await t.call('clearLessonProblem', { material_id: 1 }, student.cookie)).status).toBe(403)
})

test('saving another URL clears the report, saving the same one keeps it', async () => {
  await report(student.cookie)
  expect((await save()).status).toBe(200)
  expect(await getBroken()).toHaveLength(1)
  expect((await save({ url: 'https://media.example/new.webm' })).status).toBe(200)
  expect(await getBroken()).toEqual([])
})

test('addresses that students’ browsers refuse are listed in the order of the lessons', async () => {
  await setUrl(2, 'https://media.example/slides.PDF?x=1#2')
  await setUrl(0, 'HTTP://media.example/a.mp4')
  await setUrl(1, `/uploads/${'a1'.repeat(16)}.webm`)
  await report(student.cookie)
  expect(await getBroken()).toEqual([
    { material_id: at(course.lessons, 0).id, title: 'One', problem: 'not_secure' },
    { material_id: at(course.lessons, 2).id, title: 'Three', problem: 'not_a_video' },
  ])
})

import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { LESSON_FILES_PATH } from '#contract/paths.ts'
import type { Quiz } from '#contract/schemas/learning/quiz-input.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { auditLog, sections } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { storeOrder } from '#server/testing/commerce/orders.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { buildCourseInput } from '#server/testing/learning/course-input.ts'
import { createLessonUploads, lessonFile } from '#server/testing/learning/lesson-uploads.ts'
import { buildQuiz } from '#server/testing/learning/quiz-input.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: SignedInUser
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin', firstName: 'Ada', lastName: 'Okoro' })
})
const findLast = async () => at(await t.db.select().from(auditLog).orderBy(desc(auditLog.id)).limit(1))

describe('course.change', () => {
  const VIDEO = { kind: 'video', title: 'One', subtitle: '', url: 'https://media.example/one.webm', duration: 100 }
  let course_id: number
  let id: number
  const save = async (lesson: object, sectionList: object[] = []) => {
    const materials = [{ ...VIDEO, ...lesson, id }]
    const { status } = await t.send(
      'updateCourse',
      { ...buildCourseInput({ materials }), sections: sectionList, course_id },
      admin.cookie,
    )
    expect(status).toBe(200)
    const { before, after } = await findLast()
    return [before[`lesson ${id}`], after[`lesson ${id}`]]
  }
  beforeEach(async () => {
    const course = await t.make.course()
    course_id = course.id
    id = at(course.lessons).id
    await save({})
  })

  test('has a lesson’s rule, watch percentage and duration, and nothing that stayed', async () => {
    await save({ completion: 'watched', watch_percent: 80 })
    expect(await save({ completion: 'watched', watch_percent: 90 })).toEqual([
      { watchPercent: 80 },
      { watchPercent: 90 },
    ])
    expect(await save({ completion: 'watched', watch_percent: 90, duration: 120 })).toEqual([
      { durationSeconds: 100 },
      { durationSeconds: 120 },
    ])
  })

  test('says into which section a lesson was moved', async () => {
    await save({}, [{ title: 'Basics' }, { title: 'More' }])
    const stored = await t.db.select().from(sections).where(eq(sections.courseId, course_id)).orderBy(sections.place)
    const list = stored.map(({ id: sectionId, title }) => ({ id: sectionId, title }))
    await save({ section: 0 }, list)
    expect(await save({ section: 1 }, list)).toEqual([
      { section: 'Basics', sectionId: list[0]?.id },
      { section: 'More', sectionId: list[1]?.id },
    ])
  })

  test('shows the beginning of a text, and its length where it changed further on', async () => {
    const article = (text: string) => ({ kind: 'article', url: '', duration: undefined, content: `<p>${text}</p>` })
    await save(article('Old'))
    expect(await save(article('New'))).toEqual([
      { content: '<p>Old</p>', contentMd5: expect.any(String) },
      { content: '<p>New</p>', contentMd5: expect.any(String) },
    ])
    const long = 'a'.repeat(400)
    await save(article(long))
    expect(await save(article(`${long}b`))).toEqual([
      { contentLength: 407, contentMd5: expect.any(String) },
      { contentLength: 408, contentMd5: expect.any(String) },
    ])
  })

  test('has the settings of a quiz and the number of its questions', async () => {
    const { questions, ...settings } = buildQuiz()
    const toLesson = (quiz: Quiz) => ({ kind: 'quiz', url: '', duration: undefined, completion: 'passed', quiz })
    await save(toLesson({ ...settings, questions }))
    const more = [...questions, { ...at(questions), id: 'q2' }]
    const [before, after] = await save(toLesson({ ...settings, pass_mark: 80, questions: more }))
    expect(before).toMatchObject({ quizSettings: { pass_mark: 70 }, quizQuestions: 1 })
    expect(after).toMatchObject({ quizSettings: { pass_mark: 80 }, quizQuestions: 2 })
  })
})

test('an entry has the fields that changed, before and after', async () => {
  const post = await t.make.post()
  await t.call('updateBlog', { blog_id: post.id, title: 'Other', subtitle: post.subtitle, content: '' }, admin.cookie)
  expect(await findLast()).toMatchObject({ before: { title: post.title, content: post.content } })
  expect((await findLast()).after).toEqual({ title: 'Other', content: '' })
  await t.call('setMaintenance', { status: false }, admin.cookie)
  await t.call('setMaintenance', { status: true }, admin.cookie)
  expect(await findLast()).toMatchObject({ before: { running: false }, after: { running: true } })
})

test('two switches of maintenance at once follow on each other', async () => {
  const count = await t.db.$count(auditLog)
  await Promise.all([false, true, false, true].map((status) => t.call('setMaintenance', { status }, admin.cookie)))
  await t.call('setMaintenance', { status: true }, admin.cookie)
  const entries = (await t.db.select().from(auditLog).orderBy(auditLog.id)).slice(count)
  let running = true
  for (const { before, after } of entries) {
    expect(before).toEqual(after.running === undefined ? {} : { running })
    running = (after.running as boolean | undefined) ?? running
  }
  expect(running).toBe(true)
})

test('an archived course is told from a deleted one', async () => {
  const course = await t.make.course({ priceCents: 1_000 })
  const student = await t.make.signedIn()
  await t.call('createOrder', { course_id: course.id }, student.cookie)
  await t.call('deleteCourse', { course_id: course.id }, admin.cookie)
  expect((await findLast()).action).toBe('course.archive')
})

test('a refund has what was paid back before and after, in cents', async () => {
  const order_id = await storeOrder(t, await t.make.user())
  await t.call('markOrderPaid', { order_id, reference: 'Transfer' }, admin.cookie)
  await t.call('refundOrder', { order_id, amount: 4, reason: 'A gift' }, admin.cookie)
  expect(await findLast()).toMatchObject({
    before: { status: 'paid', refundedCents: 0 },
    after: { refundedCents: 400, reason: 'A gift' },
  })
})

test('access has its sources before and after', async () => {
  const { id: student_id } = await t.make.user()
  const { id: course_id } = await t.make.course()
  const input = { student_id, course_id, reason: 'A scholarship' }
  await t.call('grantAccess', input, admin.cookie)
  expect(await findLast()).toMatchObject({ before: { access: [] }, after: { access: ['grant'] } })
  await t.call('revokeAccess', input, admin.cookie)
  expect(await findLast()).toMatchObject({ before: { access: ['grant'] }, after: { access: [] } })
})

test('an import has the ids of all new users, and not their emails', async () => {
  const users = Array.from({ length: 200 }, (_, n) => ({ first_name: 'A', last_name: 'B', email: `all${n}@x.example` }))
  await t.call('importUsers', { users, invite: false }, admin.cookie)
  const entry = await findLast()
  expect(entry.after).toMatchObject({ added: 200, userIds: expect.arrayContaining([expect.any(Number)]) })
  expect(entry.after.userIds).toHaveLength(200)
  expect(JSON.stringify(entry)).not.toContain('@x.example')
})

test('exports are recorded with their filter, and without the name or email that was searched', async () => {
  const answer = await t.app.inject({
    url: '/api/exports/users.csv?search_text=ada',
    headers: { cookie: admin.cookie },
  })
  expect(answer.statusCode).toBe(200)
  const entry = await findLast()
  expect(entry).toMatchObject({ action: 'export.csv', subjectName: 'users.csv', actorId: admin.id })
  expect(entry.after).toEqual({ filter: { searched: true, select_data: '' } })
})

test('an uploaded lesson file is recorded when it is complete', async () => {
  const bytes = lessonFile.webm()
  const { headers } = await createLessonUploads(t, admin.cookie).whole(bytes)
  expect(await findLast()).toMatchObject({
    ...{ action: 'course.upload_file', subjectName: headers['lesson-file'], actorId: admin.id, ip: '127.0.0.1' },
    after: { bytes: bytes.length },
  })
})

test('a lesson file is recorded, once, also when the server stopped just after it had stored it', async () => {
  const uploads = createLessonUploads(t, admin.cookie)
  const bytes = lessonFile.webm()
  const location = (await uploads.begin(bytes.length)).headers.location ?? ''
  const name = location.slice(LESSON_FILES_PATH.length + 1)
  const stored = `${name.slice(0, 32)}.webm`
  const folder = getUploadsFolder(t.dataDir)
  rmSync(join(folder, 'unfinished', name))
  writeFileSync(join(folder, stored), bytes)
  for (let turn = 0; turn < 2; turn++)
    expect((await uploads.ask(location)).headers['lesson-file']).toBe(`/uploads/${stored}`)
  expect(await t.db.$count(auditLog, eq(auditLog.subjectName, `/uploads/${stored}`))).toBe(1)
})

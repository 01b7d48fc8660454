import { and, asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Course, Lesson } from '#contract/schemas/courses.ts'
import { courses, enrollments, lessons, notifications } from '#server/platform/db/schema.ts'
import type { FinishedQuery } from '#server/platform/db/connection/watch-queries.ts'
import { at } from '#server/testing/at.ts'
import { buildCourseInput, buildLessonInput } from '#server/testing/learning/course-input.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['make']['signedIn']>>
let student: typeof admin
let course: Awaited<ReturnType<TestApp['make']['course']>>
beforeAll(async () => {
  t = await createTestApp()
})
beforeEach(async () => {
  ;[admin, student, course] = [await t.make.signedIn({ role: 'admin' }), await t.make.signedIn(), await t.make.course()]
  await t.make.enrollment(student.id, course.id)
})
afterAll(() => t.close())

const form = (changes: object = {}) =>
  buildCourseInput({
    title: 'Quiet security',
    description: 'What it is about.\n\nAnd for whom.',
    price: '80.50',
    discount: 25,
    tabs: 'passwords keys  keys',
    materials: course.lessons.map(({ id, title }) => buildLessonInput({ id, title })),
    ...changes,
  })
const save = (changes: object = {}) => t.send('updateCourse', { course_id: course.id, ...form(changes) }, admin.cookie)
const getLessons = () => t.db.select().from(lessons).where(eq(lessons.courseId, course.id)).orderBy(asc(lessons.place))
const getCourseData = async () =>
  (await t.call('getCourseData', { course_id: course.id }, student.cookie)).body.msg as {
    msg: { course: Course; materials: Lesson[] }
  }
const complete = (id: number) => t.call('completeCourse', { id, course_id: course.id, value: true }, student.cookie)
const enrollment = async () => at(await t.db.select().from(enrollments).where(eq(enrollments.courseId, course.id)))

/** Counts the statements of the transaction that `work` causes. */
async function countTransactionStatements(work: () => Promise<void>): Promise<number> {
  const queries: FinishedQuery[] = []
  const stop = t.database.onQuery((query) => queries.push(query))
  await work()
  stop()
  // A job may write meanwhile.
  const request = queries.find(({ text }) => text.startsWith('update "courses"'))?.requestId
  const texts = queries.filter(({ requestId }) => requestId === request).map(({ text }) => text.toLowerCase())
  const [begin, commit] = [texts.indexOf('begin'), texts.indexOf('commit')]
  expect([begin, commit]).not.toContain(-1)
  return commit - begin
}

describe('addCourse', () => {
  test('stores the form’s fields and shows the course at once', async () => {
    await t.call('getCourses', { page: 1 })
    const { body } = await t.send(
      'addCourse',
      form({ materials: [buildLessonInput({ preview: true, duration: 24 }), buildLessonInput({ title: 'Second' })] }),
      admin.cookie,
    )
    const { id } = body.msg as { id: number }
    const { body: list } = await t.call('getCourses', { page: 1 })
    expect(at(list.msg as Course[])).toMatchObject({
      course_id: id,
      title: 'Quiet security',
      price: 80.5,
      discount: 25,
      tabs: 'passwords,keys',
      lessons: 2,
    })
    expect(await t.db.select().from(lessons).where(eq(lessons.courseId, id)).orderBy(asc(lessons.place))).toMatchObject(
      [
        { title: 'A lesson', isPreview: true, durationSeconds: 24 },
        { title: 'Second', isPreview: false, durationSeconds: null },
      ],
    )
  })

  test('returns the id, the first version and the lesson ids in order', async () => {
    const materials = [buildLessonInput({ title: 'First' }), buildLessonInput({ title: 'Second' })]
    const { body } = await t.send('addCourse', form({ materials }), admin.cookie)
    const { id } = body.msg as { id: number }
    const added = await t.db.select().from(lessons).where(eq(lessons.courseId, id)).orderBy(asc(lessons.place))
    expect(added.map(({ title }) => title)).toEqual(['First', 'Second'])
    expect(body.msg).toEqual({
      id,
      msg: 'The course was added',
      version: 1,
      lesson_ids: added.map((row) => row.id),
      section_ids: [],
    })
  })
})

test('addCourse refuses a lesson that is a page of this site', async () => {
  const materials = [buildLessonInput({ url: 'http://localhost:3000/student/profile' })]
  const title = 'A course of pages'
  expect((await t.send('addCourse', form({ title, materials }), admin.cookie)).status).toBe(400)
  expect(await t.db.select().from(courses).where(eq(courses.title, title))).toEqual([])
})

describe('updateCourse', () => {
  test('reorders lessons and keeps their completions', async () => {
    const [one, two, three] = course.lessons.map(({ id }) => id)
    await complete(one ?? 0)
    const materials = [three, one, two].map((id) => buildLessonInput({ id }))
    await save({ materials })
    expect(
      (await getCourseData()).msg.materials.map(({ material_id, isCompleted }) => [material_id, isCompleted]),
    ).toEqual([
      [three, false],
      [one, true],
      [two, false],
    ])
    expect((await getCourseData()).msg.course.progress).toBe(33)
  })

  test('removes an omitted lesson, and leaves it to students who did the rest to finish the course', async () => {
    const [one, two] = course.lessons.map(({ id }) => id)
    await complete(one ?? 0)
    await complete(two ?? 0)
    await save({ materials: [one, two].map((id) => buildLessonInput({ id })) })
    expect((await getLessons()).map(({ id }) => id)).toEqual([one, two])
    expect(await enrollment()).toMatchObject({ completedLessons: 2, completedAt: null })
  })

  test('keeps a finished course finished with a new lesson and notifies its students once', async () => {
    for (const { id } of course.lessons) await complete(id)
    await save({ materials: [...form().materials, buildLessonInput({ title: 'New' })] })
    expect(await enrollment()).toMatchObject({ completedLessons: 3, completedAt: expect.any(Date) })
    await save({
      materials: [
        ...(await getLessons()).map(({ id }) => buildLessonInput({ id })),
        buildLessonInput({ title: 'Newer' }),
      ],
    })
    const isNewLesson = and(eq(notifications.userId, student.id), eq(notifications.kind, 'new-lesson'))
    const found = await t.db.select().from(notifications).where(isNewLesson)
    expect(found).toMatchObject([{ kind: 'new-lesson', title: 'Quiet security', courseId: course.id, readAt: null }])
    await t.call('readNotifications', {}, student.cookie)
    await save({
      materials: [
        ...(await getLessons()).map(({ id }) => buildLessonInput({ id })),
        buildLessonInput({ title: 'Newest' }),
      ],
    })
    expect(await t.db.$count(notifications, isNewLesson)).toBe(2)
  })

  test('notifies no student without a new lesson', async () => {
    await save()
    expect(await t.db.$count(notifications, eq(notifications.userId, student.id))).toBe(0)
  })

  test('returns 404 and changes nothing for another course’s lesson or a repeated one', async () => {
    const other = await t.make.course()
    const before = await getLessons()
    const invalidLists = [
      [buildLessonInput({ id: at(other.lessons).id })],
      [buildLessonInput({ id: at(course.lessons).id }), buildLessonInput({ id: at(course.lessons).id })],
      [buildLessonInput({ id: 999_999_999 })],
    ]
    for (const materials of invalidLists)
      expect(await save({ materials })).toMatchObject({ status: 404, body: { code: 'lesson_not_found' } })
    expect(await getLessons()).toEqual(before)
    expect(at(await t.db.select().from(courses).where(eq(courses.id, course.id))).title).toBe(course.title)
  })

  test('returns the next version and the ids of existing and new lessons in the order sent', async () => {
    const [one, two] = course.lessons.map(({ id }) => id)
    const materials = [
      buildLessonInput({ title: 'New' }),
      buildLessonInput({ id: two }),
      buildLessonInput({ title: 'Newer' }),
      buildLessonInput({ id: one }),
    ]
    const { body } = await save({ version: 1, materials })
    const saved = await getLessons()
    expect(saved.map(({ title }) => title)).toEqual(['New', 'A lesson', 'Newer', 'A lesson'])
    expect([saved[1]?.id, saved[3]?.id]).toEqual([two, one])
    expect(body.msg).toEqual({
      id: course.id,
      msg: 'The course was saved',
      version: 2,
      lesson_ids: saved.map(({ id }) => id),
      section_ids: [],
    })
  })

  test('writes every field of a lesson that it keeps', async () => {
    const id = at(course.lessons).id
    const changes = { title: 'It’s "quoted", \\ and ключ', subtitle: 'New', url: 'https://media.example/new.webm' }
    await save({ materials: [buildLessonInput({ id, ...changes, duration: 61.5, preview: true })] })
    expect(await getLessons()).toMatchObject([
      { id, ...changes, durationSeconds: 61.5, isPreview: true, captionsUrl: '' },
    ])
    await save({ materials: [buildLessonInput({ id, ...changes, duration: null, preview: false })] })
    expect(await getLessons()).toMatchObject([{ id, ...changes, durationSeconds: null, isPreview: false }])
  })

  test('writes a length that is too short for its column as 0', async () => {
    const id = at(course.lessons).id
    await save({ materials: [buildLessonInput({ id, duration: 5e-324 })] })
    expect(await getLessons()).toMatchObject([{ id, durationSeconds: 0 }])
  })

  test('takes as many statements for 300 lessons as for 3', async () => {
    const counts: number[] = []
    for (const count of [3, 300]) {
      const { id, lessons: existing } = await t.make.course({ lessonTitles: Array.from({ length: count }, String) })
      // A third each is removed, updated and added.
      const updated = existing.slice(count / 3).map((lesson) => buildLessonInput({ id: lesson.id }))
      const added = Array.from({ length: count / 3 }, () => buildLessonInput())
      const input = { course_id: id, ...form({ materials: [...added, ...updated.toReversed()] }) }
      counts.push(
        await countTransactionStatements(async () => {
          expect((await t.send('updateCourse', input, admin.cookie)).status).toBe(200)
        }),
      )
    }
    expect(counts[0]).toBeGreaterThan(5)
    expect(counts[1]).toBe(counts[0])
  })

  test('returns 404 for a missing course', async () => {
    expect(
      await t.send('updateCourse', { course_id: 999_999_999, ...form({ materials: [] }) }, admin.cookie),
    ).toMatchObject({ status: 404, body: { code: 'course_not_found' } })
  })

  test('does not deadlock with lesson completions at the same time', async () => {
    const [one, two] = course.lessons.map(({ id }) => id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) =>
        n % 2 ? complete(one ?? 0) : save({ materials: [one, two].map((id) => buildLessonInput({ id })) }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect((await enrollment()).completedLessons).toBe(1)
  })
})

test.each([
  ['no title', { title: ' ' }],
  ['a title of 201 characters', { title: 'x'.repeat(201) }],
  ['a description of 20,001 characters', { description: 'x'.repeat(20_001) }],
  ['a negative price', { price: -1 }],
  ['a price above 100,000', { price: 100_000.01 }],
  ['a price of three decimals', { price: 1.005 }],
  ['a price that is not a number', { price: 'free' }],
  ['a discount of 101%', { discount: 101 }],
  ['an unknown category', { category: 'Cooking' }],
  ['21 tabs', { tabs: Array.from({ length: 21 }, (_, n) => `tab${n}`).join(' ') }],
  ['a tab of 41 characters', { tabs: 'x'.repeat(41) }],
  ['501 lessons', { materials: Array.from({ length: 501 }, () => buildLessonInput()) }],
  ['a lesson without a title', { materials: [buildLessonInput({ title: '' })] }],
  ['a subtitle of 301 characters', { materials: [buildLessonInput({ subtitle: 'x'.repeat(301) })] }],
  ['a lesson without a url', { materials: [buildLessonInput({ url: '' })] }],
  ['a javascript: lesson', { materials: [buildLessonInput({ url: 'javascript:alert(1)' })] }],
  ['a data: lesson', { materials: [buildLessonInput({ url: 'data:text/html,x' })] }],
  ['a file: lesson', { materials: [buildLessonInput({ url: 'file:///etc/passwd' })] }],
  [
    'a lesson that is an uploaded picture',
    { materials: [buildLessonInput({ url: `/uploads/${'a1'.repeat(16)}.webp` })] },
  ],
  [
    'a lesson that is a page of this site',
    { materials: [buildLessonInput({ url: 'http://localhost:3000/student/profile' })] },
  ],
])('returns 400 and changes nothing for %s', async (_name, changes) => {
  const before = at(await t.db.select().from(courses).where(eq(courses.id, course.id)))
  expect((await save(changes)).status).toBe(400)
  expect(at(await t.db.select().from(courses).where(eq(courses.id, course.id)))).toEqual(before)
})

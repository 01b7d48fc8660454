import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Course } from '#contract/schemas/courses.ts'
import { courses, enrollments, lessonProgress, lessons, notifications, users } from '#server/platform/db/schema.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { at } from '#server/testing/at.ts'
import { buildCourseInput, buildLessonInput } from '#server/testing/learning/course-input.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

type SignedInUser = Awaited<ReturnType<TestApp['make']['signedIn']>>

let t: TestApp
let admin: SignedInUser
let outsider: SignedInUser
let learner: SignedInUser
let draft: Awaited<ReturnType<TestApp['make']['course']>>
beforeAll(async () => {
  t = await createTestApp()
})
beforeEach(async () => {
  ;[admin, outsider, learner] = [
    await t.make.signedIn({ role: 'admin' }),
    await t.make.signedIn(),
    await t.make.signedIn(),
  ]
  draft = await t.make.course({ isPublic: false, title: `A draft of ${learner.id}` })
  await t.make.enrollment(learner.id, draft.id)
  await t.make.review(learner.id, draft.id, 4)
})
afterAll(() => t.close())

const getStatusAndCode = (answer: { status: number; body: { code?: string } }) => [answer.status, answer.body.code]
const NOT_FOUND = [404, 'course_not_found']
const save = (changes: object) =>
  t.send(
    'updateCourse',
    {
      course_id: draft.id,
      ...{ title: draft.title, description: '', price: 0, discount: 0, category: 'Cybersecurity Basics', tabs: '' },
      materials: draft.lessons.map(({ id, title, subtitle, url }) => ({ id, title, subtitle, url })),
      ...changes,
    },
    admin.cookie,
  )

describe('a draft course', () => {
  test('is in no catalogue, not even for admins and enrolled students', async () => {
    for (const cookie of [undefined, outsider.cookie, learner.cookie, admin.cookie]) {
      const { body } = await t.call('getCourses', { page: 1, search_text: draft.title }, cookie)
      expect(body).toEqual({ status: true, msg: [], nextPage: null })
    }
  })

  test('is in the full list for admins only', async () => {
    const countListed = async (cookie?: string) =>
      ((await t.call('getCourses', { page: null, search_text: draft.title }, cookie)).body.msg as Course[]).length
    expect([
      await countListed(),
      await countListed(outsider.cookie),
      await countListed(learner.cookie),
      await countListed(admin.cookie),
    ]).toEqual([0, 0, 0, 1])
    const asAdmin = await countListed(admin.cookie)
    await t.db.update(users).set({ role: 'student' }).where(eq(users.id, admin.id))
    const { cookie } = { cookie: await t.make.cookie(admin.id) }
    expect([asAdmin, await countListed(cookie)]).toEqual([1, 0])
  })

  test('returns 404 in every call of a student who is not enrolled, and writes nothing', async () => {
    const course_id = draft.id
    const lesson = at(draft.lessons).id
    expect(getStatusAndCode(await t.call('getCourseData', { course_id }, outsider.cookie))).toEqual(NOT_FOUND)
    expect(getStatusAndCode(await t.call('enrollCourse', { course_id }, outsider.cookie))).toEqual(NOT_FOUND)
    expect(getStatusAndCode(await t.call('getReviews', { page: 1, course_id }, outsider.cookie))).toEqual(NOT_FOUND)
    expect(getStatusAndCode(await t.call('getReviewSummary', { course_id }, outsider.cookie))).toEqual(NOT_FOUND)
    expect(
      getStatusAndCode(await t.call('addReview', { course_id, review_text: 'Good.', stars: 5 }, outsider.cookie)),
    ).toEqual(NOT_FOUND)
    expect(
      getStatusAndCode(await t.call('completeCourse', { id: lesson, course_id, value: true }, outsider.cookie)),
    ).toEqual(NOT_FOUND)
    expect(getStatusAndCode(await t.call('saveLessonPosition', { id: lesson, position: 1 }, outsider.cookie))).toEqual([
      404,
      'lesson_not_found',
    ])
    expect((await t.call('getEnrolledCourses', { page: 1 }, outsider.cookie)).body.msg).toEqual([
      [],
      [{ 'COUNT(*)': 0 }],
    ])
    expect(await t.db.$count(enrollments, eq(enrollments.userId, outsider.id))).toBe(0)
    expect(await t.db.$count(lessonProgress, eq(lessonProgress.userId, outsider.id))).toBe(0)
  })

  test('stays fully usable for enrolled students', async () => {
    const course_id = draft.id
    const { body } = await t.call('getCourseData', { course_id }, learner.cookie)
    expect(body.msg).toMatchObject({
      enrolled: true,
      msg: { materials: [{ url: expect.stringContaining('https') }, {}, {}] },
    })
    expect((await t.call('enrollCourse', { course_id }, learner.cookie)).status).toBe(200)
    expect(
      (await t.call('completeCourse', { id: at(draft.lessons).id, course_id, value: true }, learner.cookie)).body.msg,
    ).toEqual({ progress: 33 })
    expect((await t.call('saveLessonPosition', { id: at(draft.lessons).id, position: 4 }, learner.cookie)).status).toBe(
      200,
    )
    expect((await t.call('addReview', { course_id, review_text: 'Better.', stars: 5 }, learner.cookie)).status).toBe(
      200,
    )
    expect((await t.call('getReviews', { page: 1, course_id }, learner.cookie)).body.msg).toMatchObject([
      { review_text: 'Better.' },
    ])
    expect((await t.call('getReviewSummary', { course_id }, learner.cookie)).body.msg).toMatchObject({
      counts: [0, 0, 0, 0, 1],
    })
    expect((await t.call('getEnrolledCourses', { page: 1 }, learner.cookie)).body.msg).toMatchObject([
      [{ title: draft.title, progress: 33 }],
      [{ 'COUNT(*)': 1 }],
    ])
  })

  test('is visible to admins with its reviews', async () => {
    expect((await t.call('getCourseData', { course_id: draft.id }, admin.cookie)).body.msg).toMatchObject({
      msg: { materials: [{ url: expect.stringContaining('https') }, {}, {}] },
    })
    expect((await t.call('getReviews', { page: 1, course_id: draft.id }, admin.cookie)).body.msg).toHaveLength(1)
    expect((await t.call('getReviewSummary', { course_id: draft.id }, admin.cookie)).status).toBe(200)
  })

  test('serves its files, even previews, only to enrolled students and admins until it is published', async () => {
    const [video, captions] = [`${'a1'.repeat(16)}.webm`, `${'a1'.repeat(16)}.vtt`]
    for (const name of [video, captions]) writeFileSync(join(getUploadsFolder(t.dataDir), name), 'x')
    await t.db.delete(courses).where(eq(courses.title, 'With files'))
    const course = await t.make.course({ title: 'With files', isPublic: false })
    await t.make.enrollment(learner.id, course.id)
    await t.db
      .update(lessons)
      .set({ url: `/uploads/${video}`, captionsUrl: `/uploads/${captions}`, isPreview: true })
      .where(eq(lessons.id, at(course.lessons).id))
    const statuses = (name: string) =>
      Promise.all(
        [undefined, outsider.cookie, learner.cookie, admin.cookie].map(
          async (cookie) =>
            (await t.app.inject({ url: `/uploads/${name}`, headers: cookie ? { cookie } : {} })).statusCode,
        ),
      )
    expect([await statuses(video), await statuses(captions)]).toEqual([
      [401, 403, 200, 200],
      [401, 403, 200, 200],
    ])
    await t.db.update(courses).set({ isPublic: true }).where(eq(courses.id, course.id))
    expect([await statuses(video), await statuses(captions)]).toEqual([
      [200, 200, 200, 200],
      [200, 200, 200, 200],
    ])
  })

  test('is in no feed and no sitemap', async () => {
    for (const url of ['/sitemap.xml', '/feed.xml', '/atom.xml', '/courses.xml']) {
      const { statusCode, body } = await t.app.inject(url)
      expect([url, statusCode, body.includes(draft.title)]).toEqual([url, 200, false])
    }
  })
})

describe('changing a course’s visibility', () => {
  const read = async (cookie: string) => [
    ((await t.call('getCourses', { page: 1, search_text: draft.title }, cookie)).body.msg as Course[]).length,
    (await t.call('getCourseData', { course_id: draft.id }, cookie)).status,
    (await t.call('getReviews', { page: 1, course_id: draft.id }, cookie)).status,
    (await t.call('getReviewSummary', { course_id: draft.id }, cookie)).status,
  ]

  test('takes effect in the next response', async () => {
    expect(await read(outsider.cookie)).toEqual([0, 404, 404, 404])
    await save({ public: true })
    expect(await read(outsider.cookie)).toEqual([1, 200, 200, 200])
    await save({ public: false })
    expect(await read(outsider.cookie)).toEqual([0, 404, 404, 404])
    expect(await read(learner.cookie)).toEqual([0, 200, 200, 200])
  })

  test('does not happen when public is omitted', async () => {
    await save({})
    expect(at(await t.db.select().from(courses).where(eq(courses.id, draft.id))).isPublic).toBe(false)
    await save({ public: true })
    await save({})
    expect(at(await t.db.select().from(courses).where(eq(courses.id, draft.id))).isPublic).toBe(true)
  })

  test('notifies students of new lessons only in a public course', async () => {
    const bells = () => t.db.$count(notifications, eq(notifications.userId, learner.id))
    const materials = draft.lessons.map(({ id, title, subtitle, url }) => ({ id, title, subtitle, url }))
    const added = { title: 'New', subtitle: 'Shortly', url: 'https://media.example/new.webm' }
    expect((await save({ materials: [...materials, added] })).status).toBe(200)
    expect(await bells()).toBe(0)
    expect((await save({ materials: [...materials, added], public: true })).status).toBe(200)
    expect(await bells()).toBe(1)
  })

  test('makes a new course public by default', async () => {
    for (const [given, isPublic] of [
      [undefined, true],
      [true, true],
      [false, false],
    ]) {
      const { body } = await t.send(
        'addCourse',
        buildCourseInput({ public: given, materials: [buildLessonInput()] }),
        admin.cookie,
      )
      expect(
        at(
          await t.db
            .select()
            .from(courses)
            .where(eq(courses.id, (body.msg as { id: number }).id)),
        ).isPublic,
      ).toBe(isPublic)
    }
  })
})

test('enrolls two students or returns 404 when they enroll while the course becomes a draft', async () => {
  await save({ public: true })
  const students = await Promise.all(Array.from({ length: 10 }, () => t.make.signedIn()))
  const answers = await Promise.all(
    students.flatMap(({ cookie }, n) => [
      t.call('enrollCourse', { course_id: draft.id }, cookie),
      ...(n === 5 ? [save({ public: false })] : []),
    ]),
  )
  expect(answers.every(({ status }) => status === 200 || status === 404)).toBe(true)
  const joined = answers.filter(({ body }) => body.msg === 'You are enrolled').length
  expect(await t.db.$count(enrollments, eq(enrollments.courseId, draft.id))).toBe(1 + joined)
})

import { mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { eq, sql } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { type DeletedCourse } from '#contract/schemas/admin-courses.ts'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { runCleanup } from '#server/cleanup-jobs.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import {
  courses,
  enrollments,
  lessonProgress,
  lessons,
  notes,
  quizAnswers,
  quizAttempts,
  reviews,
  submissions,
  systemLog,
  users,
} from '#server/platform/db/schema.ts'
import { Pictures } from '#server/platform/storage/pictures.ts'
import { getOutboxFolder } from '#server/testing/mail/outbox.ts'
import { at } from '#server/testing/at.ts'
import { buildCourseInput } from '#server/testing/learning/course-input.ts'
import { eventually } from '#server/testing/eventually.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { TINY_PNG } from '#server/testing/files/picture-form.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: SignedInUser
let student: SignedInUser
let course: Awaited<ReturnType<typeof t.make.course>>
beforeAll(async () => {
  // Before the files of these tests.
  admin = await t.make.signedIn({ role: 'admin', joinedAt: new Date(0) })
})
beforeEach(async () => {
  await t.db.delete(courses)
  student = await t.make.signedIn()
  course = await t.make.course({ title: 'Lamplighting' })
  await t.make.enrollment(student.id, course.id)
  await t.make.review(student.id, course.id)
  await complete()
})

const complete = () =>
  t.call('completeCourse', { id: at(course.lessons).id, course_id: course.id, value: true }, student.cookie)
const remove = (course_id = course.id) => t.call('deleteCourse', { course_id }, admin.cookie)
const restore = (course_id = course.id) => t.call('restoreCourse', { course_id }, admin.cookie)
const getTrash = async (page = 1) => {
  const { body } = await t.call('getDeletedCourses', { page }, admin.cookie)
  return { list: body.msg as DeletedCourse[], nextPage: body.nextPage }
}
const age = (days: number) => t.db.update(courses).set({ deletedAt: sql`now() - make_interval(days => ${days})` })
const purge = () => {
  const files = new FolderStore(getUploadsFolder(t.dataDir))
  return runCleanup({ db: t.db, pictures: new Pictures(files), files, outboxFolder: getOutboxFolder(t) })
}

describe.each(['deleteCourse', 'restoreCourse'] as const)('%s', (name) => {
  test.each([{}, { course_id: 0 }, { course_id: 'x' }, { course_id: [1] }, { course_id: null }])(
    'returns 400 for %j',
    async (body) => {
      expect((await t.send(name, body, admin.cookie)).status).toBe(400)
    },
  )
})

test.each([{}, { page: 0 }, { page: null }, { page: '1' }])('getDeletedCourses returns 400 for %j', async (body) => {
  expect((await t.send('getDeletedCourses', body, admin.cookie)).status).toBe(400)
})

test('a deleted course is in no list, search, count or file answer, for nobody', async () => {
  const search = { page: 1, search_text: 'Lamplighting' }
  const video = `${'a1'.repeat(16)}.webm`
  writeFileSync(join(getUploadsFolder(t.dataDir), video), 'x')
  await t.db
    .update(lessons)
    .set({ url: `/uploads/${video}`, isPreview: true })
    .where(eq(lessons.id, at(course.lessons).id))
  const look = async () => {
    const asked = await Promise.all([
      t.call('getCourses', search),
      t.call('getCourses', { page: 1 }, student.cookie),
      t.call('getCourses', { page: null }, admin.cookie),
      t.call('getCoursesAdmin', search, admin.cookie),
      t.call('getEnrolledCourses', { page: 1 }, student.cookie),
      t.call('findAnything', { search_text: 'Lamplighting' }, admin.cookie),
      t.call('getUserDetails', { user_id: student.id }, admin.cookie),
      t.call('getOwnData', {}, student.cookie),
      t.call('getTopCourses', { days: 7 }, admin.cookie),
    ])
    const file = await t.app.inject({ url: `/uploads/${video}`, headers: { cookie: student.cookie } })
    return [
      ...asked.map(({ body }) => JSON.stringify(body.msg).includes(`"course_id":${course.id}`)),
      file.statusCode === 200,
    ]
  }
  expect(await look()).toEqual(Array(10).fill(true))
  expect((await remove()).status).toBe(200)
  // The top courses are counted at most once a second.
  await eventually(async () => expect(await look()).toEqual(Array(10).fill(false)))
})

test('every call about a deleted course returns 404', async () => {
  await remove()
  const course_id = course.id
  const lesson = at(course.lessons).id
  const review = at(await t.db.select().from(reviews).where(eq(reviews.courseId, course_id)))
  const answers = await Promise.all([
    t.call('getCourseData', { course_id }, student.cookie),
    t.call('getCourseData', { course_id }, admin.cookie),
    t.call('enrollCourse', { course_id }, student.cookie),
    t.call('completeCourse', { course_id, id: lesson, value: true }, student.cookie),
    t.call('saveLessonPosition', { id: lesson, position: 1 }, student.cookie),
    t.call('addReview', { course_id, review_text: 'Good.' }, student.cookie),
    t.call('deleteReview', { review_id: review.id }, student.cookie),
    t.call('deleteReview', { review_id: review.id }, admin.cookie),
    t.call('getReviews', { page: 1, course_id }, admin.cookie),
    t.call('getReviewSummary', { course_id }, student.cookie),
    t.call('getCourseForm', { course_id }, admin.cookie),
    t.send('updateCourse', { course_id, ...buildCourseInput() }, admin.cookie),
    t.call('duplicateCourse', { course_id }, admin.cookie),
    t.call('getCourseFunnel', { course_id }, admin.cookie),
    t.upload({ id: String(course_id), image: TINY_PNG }, admin.cookie),
    remove(),
  ])
  expect(answers.map(({ status }) => status)).toEqual(Array(answers.length).fill(404))
})

test('the counters leave a deleted course and its reviews out', async () => {
  const getCounts = async () => {
    const { courses: courseCount, reviews: reviewCount } = (await t.call('getAnalystic', {}, admin.cookie)).body
      .msg as { courses: number; reviews: number }
    return [courseCount, reviewCount]
  }
  await eventually(async () => expect(await getCounts()).toEqual([1, 1]))
  await remove()
  await eventually(async () => expect(await getCounts()).toEqual([0, 0]))
})

test('getDeletedCourses lists 20 courses a page, last deleted first, with what comes back', async () => {
  await remove()
  const { list, nextPage } = await getTrash()
  const deletedMs = Date.parse(at(list).deleted_date)
  expect([list, nextPage]).toEqual([
    [
      {
        course_id: course.id,
        title: 'Lamplighting',
        archived: false,
        deleted_date: expect.stringMatching(/Z$/),
        purged_date: new Date(deletedMs + 30 * 86_400_000).toISOString(),
        students: 1,
        lessons: 3,
      },
    ],
    null,
  ])
  for (let n = 1; n <= 20; n++) await remove((await t.make.course({ title: `Old ${n}`, lessonTitles: [] })).id)
  const pages = [await getTrash(1), await getTrash(2), await getTrash(3)]
  expect(pages.map((page) => [page.list.length, page.nextPage])).toEqual([
    [20, 2],
    [1, null],
    [0, null],
  ])
  expect(pages.flatMap((page) => page.list.map(({ title }) => title))).toEqual([
    ...Array.from({ length: 20 }, (_, n) => `Old ${20 - n}`),
    'Lamplighting',
  ])
})

test('restoreCourse brings enrollments, ticks and reviews back, and a draft stays a draft', async () => {
  const before = (await t.call('getCourseData', { course_id: course.id }, student.cookie)).body
  const draft = await t.make.course({ isPublic: false })
  await t.make.enrollment(student.id, draft.id)
  for (const { id } of [course, draft]) await remove(id)
  expect((await t.call('session', {}, student.cookie)).body.msg).toMatchObject({ userData: [{ course_joined: 0 }] })

  expect((await restore()).body).toEqual({ status: true, msg: 'The course was restored' })
  expect((await restore(draft.id)).status).toBe(200)

  expect((await t.call('getCourseData', { course_id: course.id }, student.cookie)).body).toEqual(before)
  expect((await t.call('session', {}, student.cookie)).body.msg).toMatchObject({ userData: [{ course_joined: 2 }] })
  expect((await t.call('getReviews', { page: 1, course_id: course.id }, student.cookie)).body.msg).toHaveLength(1)
  expect((await t.call('getCourses', { page: 1 })).body.msg).toMatchObject([{ course_id: course.id, stars: 5 }])
  expect((await getTrash()).list).toEqual([])
  expect(await t.findLogMessages(admin.id)).toContain('Restored the course “Lamplighting”, with 1 student')
})

test('restoreCourse returns 404 for a course that is not in the trash, or was restored before', async () => {
  expect((await restore()).body).toMatchObject({ code: 'course_not_found' })
  await remove()
  const statuses = (await Promise.all(Array.from({ length: 5 }, () => restore()))).map(({ status }) => status)
  expect(statuses.sort()).toEqual([200, 404, 404, 404, 404])
  const [row] = await t.db.select().from(users).where(eq(users.id, student.id))
  expect(row?.courseJoined).toBe(1)
})

test('a student’s account can be deleted while a course is in the trash', async () => {
  await remove()
  expect((await t.call('deleteUser', { user_id: student.id }, admin.cookie)).status).toBe(200)
  expect((await restore()).status).toBe(200)
  expect((await t.call('getCourses', { page: 1 })).body.msg).toMatchObject([{ reviews: 0, stars: 0 }])
  expect((await getTrash()).list).toEqual([])
})

describe('after 30 days', () => {
  const countRows = async () =>
    Promise.all([
      t.db.$count(courses, eq(courses.id, course.id)),
      t.db.$count(lessons, eq(lessons.courseId, course.id)),
      t.db.$count(enrollments, eq(enrollments.courseId, course.id)),
      t.db.$count(reviews, eq(reviews.courseId, course.id)),
      t.db.$count(lessonProgress, eq(lessonProgress.userId, student.id)),
    ])

  test('a course can no longer be restored, and the cleanup removes it with all that belongs to it', async () => {
    const folder = getUploadsFolder(t.dataDir)
    mkdirSync(folder, { recursive: true })
    const [picture, video] = [`${'b2'.repeat(16)}.webp`, `${'b2'.repeat(16)}.webm`]
    for (const name of [picture, video]) {
      writeFileSync(join(folder, name), 'x')
      utimesSync(join(folder, name), new Date(0), new Date(0))
    }
    await t.db.update(courses).set({ imageUrl: picture }).where(eq(courses.id, course.id))
    await t.db
      .update(lessons)
      .set({ url: `/uploads/${video}` })
      .where(eq(lessons.courseId, course.id))
    await remove()
    await age(29)
    await purge()
    expect(await countRows()).toEqual([1, 3, 1, 1, 1])
    expect(readdirSync(folder)).toEqual(expect.arrayContaining([picture, video]))

    await age(30)
    expect((await getTrash()).list).toEqual([])
    expect((await restore()).status).toBe(404)
    await purge()
    expect(await countRows()).toEqual([0, 0, 0, 0, 0])
    expect(readdirSync(folder)).not.toEqual(expect.arrayContaining([picture]))
    expect(readdirSync(folder)).not.toEqual(expect.arrayContaining([video]))
    expect(
      await t.db
        .select()
        .from(systemLog)
        .where(eq(systemLog.message, 'Removed the course “Lamplighting” from the trash')),
    ).toHaveLength(1)
  })

  test('a purge that was stopped half way is finished by the next one, and several at once do no harm', async () => {
    await remove()
    await age(31)
    await t.db.delete(lessonProgress)
    await t.db.delete(enrollments).where(eq(enrollments.courseId, course.id))
    await Promise.all([purge(), purge(), purge()])
    expect(await countRows()).toEqual([0, 0, 0, 0, 0])
  })

  test('a course with more rows than a batch is removed, and no other course’s rows', async () => {
    const other = await t.make.course()
    await t.make.enrollment(student.id, other.id)
    await t.db.execute(sql`
      with added as (
        insert into users (email, first_name, last_name)
        select 'crowd' || n || '@crowd.example', 'A', 'B' from generate_series(1, 5001) n returning id
      ) insert into enrollments (user_id, course_id) select id, ${course.id} from added`)
    await remove()
    await t.db
      .update(courses)
      .set({ deletedAt: sql`now() - interval '31 days'` })
      .where(eq(courses.id, course.id))
    await purge()
    expect(await t.db.$count(enrollments)).toBe(1)
    expect((await t.call('getCourses', { page: 1 })).body.msg).toMatchObject([{ course_id: other.id }])
  })

  test('what students have made in its lessons is removed before the course, not with it', async () => {
    const lessonId = at(course.lessons).id
    const ofStudent = { userId: student.id, lessonId }
    await t.db.insert(notes).values({ ...ofStudent, seconds: 0, text: 'Trim the wick' })
    await t.db.insert(submissions).values({ ...ofStudent, text: 'My lamp' })
    const attempts = await t.db
      .insert(quizAttempts)
      .values({ ...ofStudent, questions: [], passMark: 50, maxScore: 1 })
      .returning()
    await t.db
      .insert(quizAnswers)
      .values({ attemptId: at(attempts).id, lessonId, questionId: 'q', answerText: 'A', points: 0, isCorrect: false })
    await t.db.execute(sql`create function refuse() returns trigger language plpgsql as $$
      begin
        if exists (select from ${lessons} l where l.course_id = old.id and (
          exists (select from ${lessonProgress} t where t.lesson_id = l.id)
          or exists (select from ${quizAnswers} t where t.lesson_id = l.id)
          or exists (select from ${quizAttempts} t where t.lesson_id = l.id)
          or exists (select from ${submissions} t where t.lesson_id = l.id)
          or exists (select from ${notes} t where t.lesson_id = l.id)))
        then raise exception 'too much for one statement'; end if;
        return old;
      end $$`)
    onTestFinished(async () => void (await t.db.execute(sql`drop function refuse cascade`)))
    await t.db.execute(sql`create trigger refuse before delete on ${courses} for each row execute function refuse()`)
    await remove()
    await age(31)
    await purge()
    expect(await countRows()).toEqual([0, 0, 0, 0, 0])
  })
})

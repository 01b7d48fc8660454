import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FolderStore } from '#server/platform/storage/folder-store.ts'
import { courses, enrollments, lessonProgress, lessons, reviews, systemLog } from '#server/platform/db/schema.ts'
import { Pictures } from '#server/platform/storage/pictures.ts'
import { removeUnusedLessonFiles } from '#server/features/lessons/remove-unused-lesson-files.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { purgeDeletedCourses } from './trash/purge-deleted-courses.ts'
import { at } from '#server/testing/at.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['make']['signedIn']>>
beforeAll(async () => {
  t = await createTestApp()
  admin = await t.make.signedIn({ role: 'admin' })
})
afterAll(() => t.close())

const getCourse = async (id: number) => at(await t.db.select().from(courses).where(eq(courses.id, id)))
const getLessons = (id: number) =>
  t.db.select().from(lessons).where(eq(lessons.courseId, id)).orderBy(asc(lessons.place))
async function duplicate(course_id: number) {
  const { status, body } = await t.call('duplicateCourse', { course_id }, admin.cookie)
  expect(status).toBe(200)
  return (body.msg as { id: number }).id
}

test.each([{}, { course_id: 0 }, { course_id: 'x' }, { course_id: [1] }])('returns 400 for %j', async (body) => {
  expect((await t.send('duplicateCourse', body, admin.cookie)).status).toBe(400)
})

test('returns 404 for a missing course and creates nothing', async () => {
  const before = await t.db.$count(courses)
  expect(await t.call('duplicateCourse', { course_id: 999_999_999 }, admin.cookie)).toMatchObject({
    status: 404,
    body: { code: 'course_not_found' },
  })
  expect(await t.db.$count(courses)).toBe(before)
})

test('creates a draft with the same fields and lessons, without enrollments and reviews', async () => {
  const course = await t.make.course({
    title: 'Lamps',
    priceCents: 1050,
    discount: 10,
    tabs: 'a,b',
    imageUrl: `${'ab'.repeat(16)}.webp`,
    version: 4,
  })
  const student = await t.make.signedIn()
  await t.make.enrollment(student.id, course.id)
  await t.make.review(student.id, course.id)
  const first = at(course.lessons)
  await t.db
    .update(lessons)
    .set({ captionsUrl: `/uploads/${'cd'.repeat(16)}.vtt`, isPreview: true, durationSeconds: 9 })
    .where(eq(lessons.id, first.id))
  await t.call('completeCourse', { id: first.id, course_id: course.id, value: true }, student.cookie)
  const id = await duplicate(course.id)
  const { title, description, priceCents, discount, category, tabs, imageUrl, lessonsCount } = await getCourse(
    course.id,
  )
  expect(await getCourse(id)).toMatchObject({
    ...{ description, priceCents, discount, category, tabs, imageUrl, lessonsCount },
    title: `Copy of ${title}`,
    ...{ isPublic: false, version: 1, reviewsCount: 0, starsSum: 0 },
  })
  const toFields = ({
    place,
    title,
    subtitle,
    url,
    durationSeconds,
    captionsUrl,
    isPreview,
  }: typeof lessons.$inferSelect) => ({ place, title, subtitle, url, durationSeconds, captionsUrl, isPreview })
  const [copies, originals] = [await getLessons(id), await getLessons(course.id)]
  expect(copies.map(toFields)).toEqual(originals.map(toFields))
  expect(copies.every((lesson) => originals.every((other) => other.id !== lesson.id))).toBe(true)
  expect(await t.db.$count(enrollments, eq(enrollments.courseId, id))).toBe(0)
  expect(await t.db.$count(reviews, eq(reviews.courseId, id))).toBe(0)
  expect(await t.db.$count(lessonProgress, eq(lessonProgress.lessonId, at(copies).id))).toBe(0)
  const entries = await t.db.select().from(systemLog).where(eq(systemLog.studentId, admin.id))
  expect(entries.at(-1)).toMatchObject({ kind: 'course', message: 'Duplicated the course “Lamps”', email: admin.email })
})

test.each([
  ['keeps a title of 192 characters whole', 'x'.repeat(192), `Copy of ${'x'.repeat(192)}`],
  ['cuts the last of 193 characters', `${'x'.repeat(192)}y`, `Copy of ${'x'.repeat(192)}`],
  ['cuts the last eight of 200 characters', 'x'.repeat(200), `Copy of ${'x'.repeat(192)}`],
  ['never cuts inside a character', `${'x'.repeat(191)}💡`, `Copy of ${'x'.repeat(191)}`],
])('%s', async (_name, title, expected) => {
  const course = await t.make.course({ title, lessonTitles: [] })
  expect((await getCourse(await duplicate(course.id))).title).toBe(expected)
})

test('shares picture and files, which cleanup removes once the last course is purged', async () => {
  const folder = getUploadsFolder(t.dataDir)
  const [picture, video, captions] = [`${'11'.repeat(16)}.webp`, `${'22'.repeat(16)}.webm`, `${'33'.repeat(16)}.vtt`]
  const long = new Date(Date.now() - 9 * 86_400_000)
  for (const name of [picture, video, captions]) {
    writeFileSync(join(folder, name), 'x')
    utimesSync(join(folder, name), long, long)
  }
  const course = await t.make.course({ imageUrl: picture, lessonTitles: ['One'] })
  await t.db
    .update(lessons)
    .set({ url: `/uploads/${video}`, captionsUrl: `/uploads/${captions}` })
    .where(eq(lessons.courseId, course.id))
  const cleanUp = async (days: number) => {
    const now = Date.now() + days * 86_400_000
    await new Pictures(new FolderStore(folder)).removeUnused(t.db, 0, now)
    await removeUnusedLessonFiles(t.db, new FolderStore(folder), 0, now)
    return readdirSync(folder)
      .filter((name) => [picture, video, captions].includes(name))
      .sort()
  }
  const copy = await duplicate(course.id)
  await t.call('deleteCourse', { course_id: course.id }, admin.cookie)
  expect(await cleanUp(9)).toEqual([picture, video, captions])
  await t.call('deleteCourse', { course_id: copy }, admin.cookie)
  expect(await cleanUp(0)).toContain(picture)
  expect(await cleanUp(9)).toContain(picture)
  await t.db.update(courses).set({ deletedAt: sql`now() - interval '31 days'` })
  await purgeDeletedCourses(t.db)
  expect(await cleanUp(9)).toEqual([])
})

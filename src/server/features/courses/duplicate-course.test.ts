import { readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { courses, enrollments, lessonProgress, lessons, reviews, systemLog } from '#server/platform/db/schema.ts'
import { Pictures } from '#server/platform/storage/pictures.ts'
import { removeUnusedLessonFiles } from '#server/features/lessons/remove-unused-lesson-files.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { at } from '#server/testing/at.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: Awaited<ReturnType<TestApp['make']['signedIn']>>
beforeAll(async () => {
  t = await createTestApp()
  admin = await t.make.signedIn({ role: 'admin' })
})
afterAll(() => t.close())

const courseOf = async (id: number) => at(await t.db.select().from(courses).where(eq(courses.id, id)))
const lessonsOf = (id: number) =>
  t.db.select().from(lessons).where(eq(lessons.courseId, id)).orderBy(asc(lessons.place))
async function duplicate(course_id: number) {
  const { status, body } = await t.call('duplicateCourse', { course_id }, admin.cookie)
  expect(status).toBe(200)
  return (body.msg as { id: number }).id
}

test.each([{}, { course_id: 0 }, { course_id: 'x' }, { course_id: [1] }])(
  '%j is not the form of the call',
  async (body) => {
    expect((await t.send('duplicateCourse', body, admin.cookie)).status).toBe(400)
  },
)

test('a course that is not there is a 404, and nothing is made', async () => {
  const before = await t.db.$count(courses)
  expect(await t.call('duplicateCourse', { course_id: 999_999_999 }, admin.cookie)).toMatchObject({
    status: 404,
    body: { code: 'course_not_found' },
  })
  expect(await t.db.$count(courses)).toBe(before)
})

test('the copy is a draft with the same fields and lessons, and with nobody’s learning or praise', async () => {
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
  const { title, description, priceCents, discount, category, tabs, imageUrl, lessonsCount } = await courseOf(course.id)
  expect(await courseOf(id)).toMatchObject({
    ...{ description, priceCents, discount, category, tabs, imageUrl, lessonsCount },
    title: `Copy of ${title}`,
    ...{ isPublic: false, version: 1, reviewsCount: 0, starsSum: 0 },
  })
  const same = ({
    place,
    title,
    subtitle,
    url,
    durationSeconds,
    captionsUrl,
    isPreview,
  }: typeof lessons.$inferSelect) => ({ place, title, subtitle, url, durationSeconds, captionsUrl, isPreview })
  const [copied, theirs] = [await lessonsOf(id), await lessonsOf(course.id)]
  expect(copied.map(same)).toEqual(theirs.map(same))
  expect(copied.every((lesson) => theirs.every((other) => other.id !== lesson.id))).toBe(true)
  expect(await t.db.$count(enrollments, eq(enrollments.courseId, id))).toBe(0)
  expect(await t.db.$count(reviews, eq(reviews.courseId, id))).toBe(0)
  expect(await t.db.$count(lessonProgress, eq(lessonProgress.lessonId, at(copied).id))).toBe(0)
  const lines = await t.db.select().from(systemLog).where(eq(systemLog.studentId, admin.id))
  expect(lines.at(-1)).toMatchObject({ kind: 'course', message: 'Duplicated the course “Lamps”', email: admin.email })
})

test.each([
  ['of 192 characters fits', 'x'.repeat(192), `Copy of ${'x'.repeat(192)}`],
  ['of 193 loses its last', `${'x'.repeat(192)}y`, `Copy of ${'x'.repeat(192)}`],
  ['of 200 loses eight', 'x'.repeat(200), `Copy of ${'x'.repeat(192)}`],
  ['is never cut within a character', `${'x'.repeat(191)}💡`, `Copy of ${'x'.repeat(191)}`],
])('a title %s', async (_name, title, expected) => {
  const course = await t.make.course({ title, lessonTitles: [] })
  expect((await courseOf(await duplicate(course.id))).title).toBe(expected)
})

test('the copy’s copy and removal leave the first one’s picture and files, and the last one’s go a day later', async () => {
  const folder = getUploadsFolder(t.dataDir)
  const [picture, film, captions] = [`${'11'.repeat(16)}.webp`, `${'22'.repeat(16)}.webm`, `${'33'.repeat(16)}.vtt`]
  const long = new Date(Date.now() - 3 * 86_400_000)
  for (const name of [picture, film, captions]) {
    writeFileSync(join(folder, name), 'x')
    utimesSync(join(folder, name), long, long)
  }
  const course = await t.make.course({ imageUrl: picture, lessonTitles: ['One'] })
  await t.db
    .update(lessons)
    .set({ url: `/uploads/${film}`, captionsUrl: `/uploads/${captions}` })
    .where(eq(lessons.courseId, course.id))
  const tidy = async (days: number) => {
    const now = Date.now() + days * 86_400_000
    await new Pictures(folder).removeUnused(t.db, now)
    await removeUnusedLessonFiles(t.db, folder, now)
    return readdirSync(folder)
      .filter((name) => [picture, film, captions].includes(name))
      .sort()
  }
  const copy = await duplicate(course.id)
  await t.call('deleteCourse', { course_id: course.id }, admin.cookie)
  expect(await tidy(2)).toEqual([picture, film, captions])
  await t.call('deleteCourse', { course_id: copy }, admin.cookie)
  expect(await tidy(0)).toContain(picture)
  expect(await tidy(2)).toEqual([])
})

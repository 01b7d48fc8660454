import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Course } from '#contract/schemas/courses.ts'
import { enrollments } from '#server/platform/db/schema.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

type Input = { page: number; search_text?: string; select_data?: '' | 'Completed' | 'Top Rated' }
async function getPage(input: Input, cookie: string) {
  const { body } = await t.call('getEnrolledCourses', input, cookie)
  const [list, [{ 'COUNT(*)': total }]] = body.msg as [Course[], [{ 'COUNT(*)': number }]]
  return { titles: list.map(({ title }) => title), list, total, nextPage: body.nextPage }
}

/** A student enrolled in new courses in this order. */
async function studentOf(made: (Parameters<TestApp['make']['course']>[0] & { done?: number })[]) {
  const me = await t.make.signedIn()
  for (const { done = 0, ...values } of made) {
    const course = await t.make.course(values)
    await t.make.enrollment(me.id, course.id)
    await t.db
      .update(enrollments)
      .set({ completedLessons: done, completedAt: done > 0 && done === course.lessonsCount ? new Date() : null })
      .where(and(eq(enrollments.userId, me.id), eq(enrollments.courseId, course.id)))
  }
  return me
}

test('returns 401 to a visitor', async () => {
  expect((await t.call('getEnrolledCourses', { page: 1 })).status).toBe(401)
})

test('returns 403 for another user’s id, also to an admin', async () => {
  const other = await t.make.user()
  for (const role of ['student', 'admin'] as const) {
    const me = await t.make.signedIn({ role })
    const answer = await t.call('getEnrolledCourses', { page: 1, student_id: other.id }, me.cookie)
    expect([answer.status, answer.body.code]).toEqual([403, 'not_allowed'])
  }
})

test('returns an empty list without enrollments', async () => {
  const me = await t.make.signedIn()
  expect(await getPage({ page: 1 }, me.cookie)).toEqual({ titles: [], list: [], total: 0, nextPage: null })
})

test('returns four courses a page, newest enrollment first, with the total', async () => {
  const me = await studentOf(Array.from({ length: 9 }, (_, n) => ({ title: `Mine ${n + 1}` })))
  const other = await studentOf([{ title: 'Not mine' }])
  await t.make.course({ title: 'Without students' })
  const pages = [
    await getPage({ page: 1 }, me.cookie),
    await getPage({ page: 2 }, me.cookie),
    await getPage({ page: 3 }, me.cookie),
  ]
  expect(pages.map(({ titles }) => titles)).toEqual([
    ['Mine 9', 'Mine 8', 'Mine 7', 'Mine 6'],
    ['Mine 5', 'Mine 4', 'Mine 3', 'Mine 2'],
    ['Mine 1'],
  ])
  expect(pages.map(({ total }) => total)).toEqual([9, 9, 9])
  expect(pages.map(({ nextPage }) => nextPage)).toEqual([2, 3, null])
  expect(await getPage({ page: 4 }, me.cookie)).toMatchObject({ titles: [], total: 9, nextPage: null })
  expect((await getPage({ page: 1 }, other.cookie)).titles).toEqual(['Not mine'])
})

test('returns and counts only courses with every lesson completed for Completed', async () => {
  const me = await studentOf([
    { title: 'Done', done: 3 },
    { title: 'Nearly', done: 2 },
    { title: 'Done too', done: 3 },
    { title: 'Without lessons', lessonTitles: [] },
  ])
  const { titles, total, list } = await getPage({ page: 1, select_data: 'Completed' }, me.cookie)
  expect(titles).toEqual(['Done too', 'Done'])
  expect(total).toBe(2)
  expect(list.every(({ progress, enrolled }) => progress === 100 && enrolled)).toBe(true)
})

test('returns the student’s courses of four stars or more for Top Rated, best first', async () => {
  const me = await studentOf([
    { title: 'Four', reviewsCount: 1, starsSum: 4 },
    { title: 'Five', reviewsCount: 1, starsSum: 5 },
    { title: 'Three', reviewsCount: 1, starsSum: 3 },
  ])
  expect(await getPage({ page: 1, select_data: 'Top Rated' }, me.cookie)).toMatchObject({
    titles: ['Five', 'Four'],
    total: 2,
  })
})

test('counts the search’s results and takes wildcards literally', async () => {
  const me = await studentOf([{ title: 'A 50% lamp' }, { title: 'A 50 lamp' }, { title: 'A chair' }])
  expect(await getPage({ page: 1, search_text: 'LAMP' }, me.cookie)).toMatchObject({ total: 2 })
  expect(await getPage({ page: 1, search_text: '50%' }, me.cookie)).toMatchObject({ titles: ['A 50% lamp'], total: 1 })
  expect(await getPage({ page: 1, search_text: 'lamp', select_data: 'Completed' }, me.cookie)).toMatchObject({
    total: 0,
  })
})

test.each([{}, { page: null }, { page: 0 }, { page: 1, select_data: 'Free' }, { page: 1, student_id: -1 }])(
  'returns 400 for %j',
  async (body) => {
    const me = await t.make.signedIn()
    expect((await t.send('getEnrolledCourses', body, me.cookie)).status).toBe(400)
  },
)

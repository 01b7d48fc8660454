import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { Course } from '#contract/schemas/courses.ts'
import { courses, enrollments } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())
beforeEach(async () => {
  await t.db.delete(courses)
})

type PageInput = Parameters<typeof getPage>[0]
// Visitors' responses are cached and these tests write past the API, so each request is made by a new user.
async function getPage(
  input: { page: number | null; search_text?: string; select_data?: '' | 'Free' | 'Paid' | 'Discount' | 'Top Rated' },
  cookie?: string,
) {
  const { body } = await t.call('getCourses', input, cookie ?? (await t.make.signedIn()).cookie)
  return { list: body.msg as Course[], nextPage: body.nextPage }
}
const titles = async (input: PageInput) => (await getPage(input)).list.map(({ title }) => title)

test.each([
  ['page 0', { page: 0 }],
  ['a negative page', { page: -1 }],
  ['half a page', { page: 1.5 }],
  ['a page beyond all', { page: 1e308 }],
  ['a page as text', { page: '1' }],
  ['no page', {}],
  ['an unknown filter', { page: 1, select_data: 'Best' }],
  ['a search that is a list', { page: 1, search_text: ['a'] }],
  ['a search of 101 characters', { page: 1, search_text: 'x'.repeat(101) }],
  ['a search with U+0000', { page: 1, search_text: 'a\u0000' }],
])('returns 400 for %s', async (_name, body) => {
  const answer = await t.send('getCourses', body)
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
})

test('returns an empty list without courses', async () => {
  expect(await getPage({ page: 1 })).toEqual({ list: [], nextPage: null })
})

test('returns 12 courses a page, newest first', async () => {
  for (let n = 1; n <= 25; n++) await t.make.course({ title: `Course ${n}`, lessonTitles: [] })
  const pages = [
    await getPage({ page: 1 }),
    await getPage({ page: 2 }),
    await getPage({ page: 3 }),
    await getPage({ page: 4 }),
  ]
  expect(pages.map(({ list }) => list.length)).toEqual([12, 12, 1, 0])
  expect(pages.map(({ nextPage }) => nextPage)).toEqual([2, 3, null, null])
  expect(pages.flatMap(({ list }) => list.map(({ title }) => title))).toEqual(
    Array.from({ length: 25 }, (_, n) => `Course ${25 - n}`),
  )
})

test('returns no next page after a full last page', async () => {
  for (let n = 0; n < 12; n++) await t.make.course({ lessonTitles: [] })
  expect((await getPage({ page: 1 })).nextPage).toBeNull()
})

test('returns a course to a visitor without progress and lessons', async () => {
  const { id, createdAt } = await t.make.course({
    title: 'Lamps',
    priceCents: 4_999,
    discount: 12.5,
    tabs: 'light,oil',
    reviewsCount: 3,
    starsSum: 13,
    imageUrl: 'a.webp',
  })
  const { body } = await t.call('getCourses', { page: 1, search_text: 'Lamps' })
  expect(body.msg).toEqual([
    {
      course_id: id,
      title: 'Lamps',
      description: 'What it is about.',
      price: 49.99,
      discount: 12.5,
      category: 'Cybersecurity Basics',
      image_url: 'a.webp',
      tabs: 'light,oil',
      lessons: 3,
      stars: 4.3,
      reviews: 3,
      created_date: createdAt.toISOString(),
      progress: 0,
      enrolled: false,
    },
  ])
  expect(JSON.stringify(body)).not.toContain('media.example')
})

test('returns only the student’s own enrollment and progress', async () => {
  const [me, other] = [await t.make.signedIn(), await t.make.signedIn()]
  const course = await t.make.course()
  await t.make.enrollment(me.id, course.id)
  await t.db.update(enrollments).set({ completedLessons: 2 }).where(eq(enrollments.userId, me.id))
  expect((await getPage({ page: 1 }, me.cookie)).list).toMatchObject([{ enrolled: true, progress: 66 }])
  expect((await getPage({ page: 1 }, other.cookie)).list).toMatchObject([{ enrolled: false, progress: 0 }])
})

test('finds part of a title in any case and takes wildcards literally', async () => {
  for (const title of [
    '100% Wool',
    '100 Wool',
    'snake_case',
    'snakeXcase',
    'C:\\Windows',
    'Über Ölfarben',
    "O'Reilly",
  ]) {
    await t.make.course({ title, lessonTitles: [] })
  }
  expect(await titles({ page: 1, search_text: 'wOoL' })).toEqual(['100 Wool', '100% Wool'])
  expect(await titles({ page: 1, search_text: '100%' })).toEqual(['100% Wool'])
  expect(await titles({ page: 1, search_text: '%' })).toEqual(['100% Wool'])
  expect(await titles({ page: 1, search_text: '_' })).toEqual(['snake_case'])
  expect(await titles({ page: 1, search_text: '\\' })).toEqual(['C:\\Windows'])
  expect(await titles({ page: 1, search_text: '\\%' })).toEqual([])
  expect(await titles({ page: 1, search_text: 'öLF' })).toEqual(['Über Ölfarben'])
  expect(await titles({ page: 1, search_text: 'U\u0308ber' })).toEqual(['Über Ölfarben'])
  expect(await titles({ page: 1, search_text: "o'r" })).toEqual(["O'Reilly"])
  expect(await titles({ page: 1, search_text: "'; drop table courses; --" })).toEqual([])
  expect(await titles({ page: 1, search_text: '  wool ' })).toHaveLength(2)
})

test('counts a course as free when the discounted price is 0', async () => {
  await t.make.course({ title: 'Gift', discount: 10 })
  await t.make.course({ title: 'Given away', priceCents: 5_000, discount: 100 })
  await t.make.course({ title: 'Half off', priceCents: 5_000, discount: 50 })
  await t.make.course({ title: 'Full', priceCents: 1 })
  expect(await titles({ page: 1, select_data: 'Free' })).toEqual(['Given away', 'Gift'])
  expect(await titles({ page: 1, select_data: 'Paid' })).toEqual(['Full', 'Half off'])
  expect(await titles({ page: 1, select_data: 'Discount' })).toEqual(['Half off', 'Given away'])
  expect(await titles({ page: 1, select_data: '' })).toHaveLength(4)
})

test('returns courses of four stars or more for Top Rated: best first, then most reviewed, then newest', async () => {
  await t.make.course({ title: 'Middling', reviewsCount: 2, starsSum: 7 })
  await t.make.course({ title: 'Just', reviewsCount: 1, starsSum: 4 })
  await t.make.course({ title: 'Loved by one', reviewsCount: 1, starsSum: 5 })
  await t.make.course({ title: 'Loved by three', reviewsCount: 3, starsSum: 15 })
  await t.make.course({ title: 'Unread' })
  await t.make.course({ title: 'Loved by one, newer', reviewsCount: 1, starsSum: 5 })
  expect(await titles({ page: 1, select_data: 'Top Rated' })).toEqual([
    'Loved by three',
    'Loved by one, newer',
    'Loved by one',
    'Just',
  ])
})

test('combines filter and search over pages', async () => {
  for (let n = 1; n <= 14; n++) await t.make.course({ title: `Free lamp ${n}`, lessonTitles: [] })
  await t.make.course({ title: 'Paid lamp', priceCents: 100 })
  await t.make.course({ title: 'Free chair' })
  const input = { search_text: 'lamp', select_data: 'Free' } as const
  const [first, second] = [await getPage({ page: 1, ...input }), await getPage({ page: 2, ...input })]
  expect([first.list.length, first.nextPage, second.list.length, second.nextPage]).toEqual([12, 2, 2, null])
})

test('returns a full list of more than 10,000 courses', async () => {
  // A delete would check twelve foreign keys for each course, and block the embedded database for seconds.
  onTestFinished(async () => {
    await t.db.execute(sql`truncate courses cascade`)
  })
  await t.db.execute(sql`
    insert into courses (title, description, category)
    select 'Lamp ' || n, '', 'Cybersecurity Basics' from generate_series(1, 10001) n`)
  expect((await getPage({ page: null })).list).toHaveLength(10_001)
})

test('returns the full list as ids and titles, sorted by title', async () => {
  for (const title of ['Candles', 'Amber', 'Beacons']) await t.make.course({ title })
  const { body } = await t.call('getCourses', { page: null, search_text: '' })
  expect((body.msg as { title: string }[]).map(({ title }) => title)).toEqual(['Amber', 'Beacons', 'Candles'])
  expect(Object.keys(at(body.msg as object[]))).toEqual(['course_id', 'title'])
  expect(body.nextPage).toBeNull()
})

test('sorts the full list as a reader expects, with either database', async () => {
  for (const title of ['beacons', 'Zinc', 'Écru', 'Amber', 'Flint', 'amber']) await t.make.course({ title })
  const { body } = await t.call('getCourses', { page: null })
  const sorted = ['amber', 'Amber', 'beacons', 'Écru', 'Flint', 'Zinc']
  expect((body.msg as { title: string }[]).map(({ title }) => title)).toEqual(sorted)
})

import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AdminCourse } from '#contract/schemas/admin-courses.ts'
import { courses, orderItems } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { insertOrder } from '#server/testing/commerce/order-rows.ts'
import { type TestApp, createTestApp } from '#server/testing/test-app.ts'

let t: TestApp
let admin: { id: number; cookie: string }
beforeAll(async () => {
  t = await createTestApp()
  admin = await t.make.signedIn({ role: 'admin' })
})
beforeEach(async () => {
  await t.db.delete(orderItems)
  await t.db.delete(courses)
})
afterAll(() => t.close())

const getPage = async (input: object = {}) => {
  const { body } = await t.send('getCoursesAdmin', { page: 1, ...input }, admin.cookie)
  return { list: body.msg as AdminCourse[], nextPage: body.nextPage }
}
const titles = async (input: object) => (await getPage(input)).list.map(({ title }) => title)

test.each([
  {},
  { page: 0 },
  { page: null },
  { page: '1' },
  { page: 1, select_data: 'Free' },
  { page: 1, select_data: null },
  { page: 1, search_text: 'x'.repeat(101) },
  { page: 1, search_text: ['a'] },
])('returns 400 for %j', async (body) => {
  const answer = await t.send('getCoursesAdmin', body, admin.cookie)
  expect([answer.status, answer.body.code]).toEqual([400, 'invalid_input'])
})

test('returns 20 courses a page, newest first and with drafts', async () => {
  for (let n = 1; n <= 41; n++) await t.make.course({ title: `Course ${n}`, isPublic: n % 2 === 0, lessonTitles: [] })
  const pages = [await getPage(), await getPage({ page: 2 }), await getPage({ page: 3 }), await getPage({ page: 4 })]
  expect(pages.flatMap(({ list }) => list.map(({ title }) => title))).toEqual(
    Array.from({ length: 41 }, (_, n) => `Course ${41 - n}`),
  )
  expect(pages.map(({ list, nextPage }) => [list.length, nextPage])).toEqual([
    [20, 2],
    [20, 3],
    [1, null],
    [0, null],
  ])
})

test('returns the number of students and the visibility of each course', async () => {
  const [first, second] = [
    await t.make.course({ title: 'First', priceCents: 999, discount: 10 }),
    await t.make.course({ title: 'Second', isPublic: false }),
  ]
  for (let n = 0; n < 3; n++) await t.make.enrollment((await t.make.user()).id, first.id)
  await t.make.enrollment((await t.make.user()).id, second.id)
  expect((await getPage()).list).toMatchObject([
    { course_id: second.id, public: false, students: 1, lessons: 3 },
    { course_id: first.id, public: true, students: 3, price: 9.99, discount: 10, enrolled: false, progress: 0 },
  ])
})

test('says which courses have orders, also when none was paid', async () => {
  const [sold, asked, unsold] = [await t.make.course(), await t.make.course(), await t.make.course()]
  const student = await t.make.user()
  await insertOrder(t.db, student.id, sold.id)
  await insertOrder(t.db, student.id, asked.id, { status: 'cancelled' })
  const { list } = await getPage()
  const found = [sold, asked, unsold].map(({ id }) => list.find(({ course_id }) => course_id === id)?.has_orders)
  expect(found).toEqual([true, true, false])
})

test('filters by visibility and by title, ignoring case and wildcards', async () => {
  await t.make.course({ title: 'Lamps for all' })
  await t.make.course({ title: 'LAMPS, a draft', isPublic: false })
  await t.make.course({ title: '100 % wool' })
  expect(await titles({ select_data: 'Draft' })).toEqual(['LAMPS, a draft'])
  expect(await titles({ select_data: 'Public' })).toEqual(['100 % wool', 'Lamps for all'])
  expect(await titles({ search_text: ' lamps ' })).toEqual(['LAMPS, a draft', 'Lamps for all'])
  expect(await titles({ search_text: 'lamps', select_data: 'Public' })).toEqual(['Lamps for all'])
  expect(await titles({ search_text: '%' })).toEqual(['100 % wool'])
  expect(await titles({ search_text: '_' })).toEqual([])
})

test('shows a new enrollment at once', async () => {
  const course = await t.make.course({ lessonTitles: [] })
  expect(at((await getPage()).list)).toMatchObject({ students: 0 })
  const student = await t.make.signedIn()
  await t.call('enrollCourse', { course_id: course.id }, student.cookie)
  expect(at((await getPage()).list)).toMatchObject({ students: 1 })
})

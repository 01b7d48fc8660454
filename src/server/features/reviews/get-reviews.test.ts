import { describe, expect, test } from 'vitest'
import type { Review } from '#contract/schemas/reviews.ts'
import { courses } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

test('returns 401 when a visitor asks', async () => {
  const course = await t.make.course()
  expect((await t.call('getReviews', { page: 1, course_id: course.id })).status).toBe(401)
})

test.each([{}, { page: 1 }, { page: 0, course_id: 1 }, { page: null, course_id: 1 }, { page: 1, course_id: 'x' }])(
  'returns 400 for %j',
  async (body) => {
    const me = await t.make.signedIn()
    expect((await t.send('getReviews', body, me.cookie)).status).toBe(400)
  },
)

test('returns an empty list without reviews and 404 for an unknown course', async () => {
  const me = await t.make.signedIn()
  const course = await t.make.course()
  expect((await t.call('getReviews', { page: 1, course_id: course.id }, me.cookie)).body).toEqual({
    status: true,
    msg: [],
    nextPage: null,
  })
  expect((await t.call('getReviews', { page: 1, course_id: 999_999_999 }, me.cookie)).body).toMatchObject({
    status: false,
    code: 'course_not_found',
  })
})

test("returns ten reviews a page, newest first, with the author's name and picture only", async () => {
  const me = await t.make.signedIn()
  const [course, other] = [await t.make.course(), await t.make.course()]
  for (let n = 1; n <= 11; n++) {
    const author = await t.make.user({ firstName: `Author ${n}`, imageUrl: `${n}.webp`, passwordHash: 'secret-hash' })
    await t.make.review(author.id, course.id, (n % 5) + 1, `Review ${n}`)
    await t.make.review(author.id, other.id, 1, 'Of another course')
  }
  const first = await t.call('getReviews', { page: 1, course_id: String(course.id) }, me.cookie)
  const list = first.body.msg as Review[]
  expect(list.map(({ review_text }) => review_text)).toEqual(Array.from({ length: 10 }, (_, n) => `Review ${11 - n}`))
  expect(first.body.nextPage).toBe(2)
  expect(Object.keys(at(list)).sort()).toEqual([
    'course_id',
    'first_name',
    'image_url',
    'refunded',
    'review_date',
    'review_id',
    'review_text',
    'role',
    'stars',
  ])
  expect(at(list)).toMatchObject({ first_name: 'Author 11', image_url: '11.webp', stars: 2, course_id: course.id })
  const second = await t.call('getReviews', { page: 2, course_id: course.id }, me.cookie)
  expect(second.body.msg).toMatchObject([{ review_text: 'Review 1' }])
  expect(second.body.nextPage).toBeNull()
})

describe('without a course', () => {
  test('returns the reviews of all courses to an admin, newest first, with the courses’ titles', async () => {
    const admin = await t.make.signedIn({ role: 'admin' })
    await t.db.delete(courses)
    const [first, draft, deleted] = [
      await t.make.course({ title: 'Lamps' }),
      await t.make.course({ title: 'Wicks', isPublic: false }),
      await t.make.course({ title: 'Gone' }),
    ]
    const author = await t.make.user()
    await t.make.review(author.id, first.id, 5, 'Old')
    await t.make.review(author.id, draft.id, 4, 'New')
    await t.make.review(author.id, deleted.id)
    await t.call('deleteCourse', { course_id: deleted.id }, admin.cookie)
    expect((await t.call('getReviews', { page: 1 }, admin.cookie)).body).toMatchObject({
      msg: [
        { review_text: 'New', course_id: draft.id, course_title: 'Wicks' },
        { review_text: 'Old', course_id: first.id, course_title: 'Lamps' },
      ],
      nextPage: null,
    })
    for (let n = 0; n < 9; n++) await t.make.review((await t.make.user()).id, first.id)
    const second = await t.call('getReviews', { page: 2 }, (await t.make.signedIn({ role: 'admin' })).cookie)
    expect(second.body).toMatchObject({ msg: [{ review_text: 'Old' }], nextPage: null })
  })

  test('returns 400 to a student', async () => {
    const me = await t.make.signedIn()
    expect((await t.call('getReviews', { page: 1 }, me.cookie)).body).toMatchObject({
      status: false,
      code: 'invalid_input',
      msg: 'Choose a course',
    })
  })
})

test('marks a review whose author is an admin now', async () => {
  const [me, course] = [await t.make.signedIn(), await t.make.course()]
  const [admin, student] = [await t.make.user({ role: 'admin' }), await t.make.user({ firstName: 'Admin' })]
  for (const { id } of [admin, student]) await t.make.review(id, course.id)
  const { body } = await t.call('getReviews', { page: 1, course_id: course.id }, me.cookie)
  expect((body.msg as Review[]).map(({ first_name, role }) => [first_name, role])).toEqual([
    ['Admin', 'student'],
    [admin.firstName, 'admin'],
  ])
})

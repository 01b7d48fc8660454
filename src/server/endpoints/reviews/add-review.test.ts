import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Review } from '#contract/reviews.ts'
import { courses, reviews, systemLog, users } from '#server/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let t: TestApp
let me: Awaited<ReturnType<TestApp['make']['signedIn']>>
let course: Awaited<ReturnType<TestApp['make']['course']>>
beforeAll(async () => {
  t = await testApp()
})
beforeEach(async () => {
  ;[me, course] = [await t.make.signedIn(), await t.make.course()]
  await t.make.enrollment(me.id, course.id)
})
afterAll(() => t.close())

const review = (changes: object = {}, cookie = me.cookie) =>
  t.send('addReview', { course_id: course.id, review_text: 'Clear and short.', stars: 4, ...changes }, cookie)
const rows = () => t.db.select().from(reviews).where(eq(reviews.courseId, course.id))
const counts = async () => {
  const [row] = await t.db.select().from(courses).where(eq(courses.id, course.id))
  return [row?.reviewsCount, row?.starsSum, row?.starsTenths]
}
const summary = async (cookie = me.cookie) => (await t.call('getReviewSummary', { course_id: course.id }, cookie)).body.msg

describe('a review', () => {
  test('is kept with its author, and counts in the course’s mean', async () => {
    const { status, body } = await review({ review_text: '  Zoë said: 5 < 6\nand more  ' })
    expect(status).toBe(200)
    expect(body.msg).toEqual({
      review_id: at(await rows()).id,
      review_text: 'Zoë said: 5 < 6\nand more',
      stars: 4,
      review_date: expect.stringMatching(/Z$/),
      first_name: me.firstName,
      image_url: '',
      course_id: course.id,
    })
    expect(await counts()).toEqual([1, 4, 40])
    expect(await summary()).toMatchObject({ counts: [0, 0, 0, 1, 0], own: { stars: 4 } })
    expect((await t.db.select().from(systemLog).where(eq(systemLog.studentId, me.id))).map(({ message }) => message)).toEqual([`Reviewed “${course.title}”`])
  })

  test('has one star where none are said', async () => {
    await review({ stars: undefined })
    expect(at(await rows()).stars).toBe(1)
  })

  test('written again takes the first one’s place, as the newest', async () => {
    const other = await t.make.signedIn()
    await t.make.enrollment(other.id, course.id)
    await review({ stars: 1 })
    await review({ stars: 3 }, other.cookie)
    await review({ stars: 5, review_text: 'Second thoughts.' })
    expect(await counts()).toEqual([2, 8, 40])
    const { body } = await t.call('getReviews', { page: 1, course_id: course.id }, me.cookie)
    expect((body.msg as Review[]).map(({ review_text, stars }) => [review_text, stars])).toEqual([
      ['Second thoughts.', 5],
      ['Clear and short.', 3],
    ])
  })

  test('fifty at once are one', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => review({ stars: (n % 5) + 1 })))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const [only, ...more] = await rows()
    expect(more).toEqual([])
    expect(await counts()).toEqual([1, only?.stars, (only?.stars ?? 0) * 10])
  })

  test.each([
    ['no text', { review_text: ' \n ' }],
    ['2,001 characters', { review_text: 'x'.repeat(2_001) }],
    ['a control character', { review_text: 'a\u0000b' }],
    ['no stars', { stars: 0 }],
    ['six stars', { stars: 6 }],
    ['four and a half stars', { stars: 4.5 }],
    ['stars as text', { stars: '5' }],
    ['a list as text', { review_text: ['x'] }],
  ])('with %s is refused', async (_name, changes) => {
    expect((await review(changes)).status).toBe(400)
    expect(await rows()).toEqual([])
  })

  test('is for the enrolled alone, and for courses that are there', async () => {
    const stranger = await t.make.signedIn()
    expect(await review({}, stranger.cookie)).toMatchObject({ status: 403, body: { code: 'not_enrolled' } })
    expect(await review({ course_id: 999_999_999 })).toMatchObject({ status: 404, body: { code: 'course_not_found' } })
    expect(await counts()).toEqual([0, 0, 0])
  })

  test('shows its author as the author is now', async () => {
    await review()
    await t.call('getReviews', { page: 1, course_id: course.id }, me.cookie)
    await t.call('updateUser', { first_name: 'Renamed', last_name: 'X', email: me.email, birthdate: null, gender: null }, me.cookie)
    expect((await t.call('getReviews', { page: 1, course_id: course.id }, me.cookie)).body.msg).toMatchObject([{ first_name: 'Renamed' }])
  })
})

describe('removing a review', () => {
  const remove = (id: number, cookie: string) => t.call('deleteReview', { review_id: id }, cookie)

  test('is its author’s and an admin’s, and takes its stars out of the mean', async () => {
    const [stranger, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
    await review()
    const first = at(await rows())
    expect(await remove(first.id, stranger.cookie)).toMatchObject({ status: 403 })
    expect(await remove(first.id, me.cookie)).toMatchObject({ status: 200 })
    expect(await counts()).toEqual([0, 0, 0])
    expect(await remove(first.id, me.cookie)).toMatchObject({ status: 404, body: { code: 'review_not_found' } })
    await review()
    expect(await remove(at(await rows()).id, admin.cookie)).toMatchObject({ status: 200 })
    expect(await summary()).toEqual({ counts: [0, 0, 0, 0, 0], own: null })
  })

  test('counts once, however many do it', async () => {
    await review()
    const other = await t.make.user()
    await t.make.review(other.id, course.id, 2)
    const mine = at(await t.db.select().from(reviews).where(and(eq(reviews.courseId, course.id), eq(reviews.userId, me.id))))
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(mine.id, me.cookie)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await counts()).toEqual([1, 2, 20])
  })

  test('goes with its author’s account', async () => {
    await review()
    const [row] = await t.db.select().from(users).where(eq(users.id, me.id))
    await t.call('deleteAccount', { confirmation: row?.email ?? '' }, me.cookie)
    expect(await counts()).toEqual([0, 0, 0])
  })
})

test('one’s own review is told apart from everybody’s', async () => {
  const other = await t.make.signedIn()
  await review({ stars: 2 })
  expect(await summary(other.cookie)).toEqual({ counts: [0, 1, 0, 0, 0], own: null })
  expect(await summary()).toMatchObject({ own: { stars: 2 } })
})

import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Course } from '#contract/schemas/courses.ts'
import type { Review } from '#contract/schemas/reviews.ts'
import { courses, reviews, systemLog } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { type TestApp, useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

async function learner(courseId?: number) {
  const me = await t.make.signedIn()
  const course_id = courseId ?? (await t.make.course()).id
  await t.make.enrollment(me.id, course_id)
  const review = (review_text: unknown, stars?: unknown, extra: object = {}) =>
    t.send('addReview', { course_id, review_text, stars, ...extra }, me.cookie)
  return { me, course_id, review }
}

const rowsOf = (courseId: number) => t.db.select().from(reviews).where(eq(reviews.courseId, courseId))
const counted = async (courseId: number) => {
  const { reviewsCount, starsSum } = at(await t.db.select().from(courses).where(eq(courses.id, courseId)))
  return { reviewsCount, starsSum }
}

test('a visitor is asked to log in, and an admin does not review', async () => {
  const course = await t.make.course()
  const admin = await t.make.signedIn({ role: 'admin' })
  const input = { course_id: course.id, review_text: 'Good.', stars: 5 }
  expect((await t.call('addReview', input)).status).toBe(401)
  expect((await t.call('addReview', input, admin.cookie)).status).toBe(403)
  expect(await rowsOf(course.id)).toEqual([])
})

test('only who is enrolled may review', async () => {
  const me = await t.make.signedIn()
  const course = await t.make.course()
  const answer = await t.call('addReview', { course_id: course.id, review_text: 'Good.', stars: 5 }, me.cookie)
  expect([answer.status, answer.body.code]).toEqual([403, 'not_enrolled'])
  expect([await rowsOf(course.id), await counted(course.id)]).toEqual([[], { reviewsCount: 0, starsSum: 0 }])
})

test('a course that is not there is a 404', async () => {
  const me = await t.make.signedIn()
  const answer = await t.call('addReview', { course_id: 999_999_999, review_text: 'Good.', stars: 5 }, me.cookie)
  expect([answer.status, answer.body.msg]).toEqual([404, 'No Course Found'])
})

test('nobody reviews in another’s name', async () => {
  const { course_id, review } = await learner()
  const other = await learner(course_id)
  expect((await review('Good.', 5, { student_id: other.me.id })).status).toBe(403)
  expect(await rowsOf(course_id)).toEqual([])
})

test.each([undefined, null, '', '   \n ', 7, ['x'], 'x'.repeat(2_001), 'a\u0000b'])('%j is no review', async (text) => {
  const { course_id, review } = await learner()
  expect((await review(text, 5)).status).toBe(400)
  expect(await rowsOf(course_id)).toEqual([])
})

test.each([0, 6, -1, 2.5, '5', null, [5], 1e308])('%j stars are none', async (stars) => {
  const { course_id, review } = await learner()
  expect((await review('Good.', stars)).status).toBe(400)
  expect(await rowsOf(course_id)).toEqual([])
})

test('a review is kept under the name and picture of its author, whatever the body says of either', async () => {
  const { me, course_id, review } = await learner()
  const claims = { first_name: 'Admin', image_url: 'x', role: 'admin', email: 'x@mail.example', course_title: 'x' }
  const answer = await review('  Worth <b>every</b> minute. \n', 4, claims)
  const kept = at(await rowsOf(course_id))
  expect(answer.body.msg).toEqual({
    review_id: kept.id,
    review_text: 'Worth <b>every</b> minute.',
    stars: 4,
    review_date: kept.createdAt.toISOString(),
    first_name: me.firstName,
    image_url: '',
    course_id,
  })
  expect(await counted(course_id)).toEqual({ reviewsCount: 1, starsSum: 4 })
  const [line] = await t.db.select().from(systemLog).where(eq(systemLog.studentId, me.id))
  expect(line).toMatchObject({
    message: expect.stringMatching(/^Reviewed “Course \d+”: 4 of 5 stars$/),
    email: me.email,
  })
})

test('without a choice it is one star', async () => {
  const { course_id, review } = await learner()
  await review('Hm.')
  expect(await rowsOf(course_id)).toMatchObject([{ stars: 1 }])
})

test('a second review takes the place of the first, and is the newest', async () => {
  const { me, course_id, review } = await learner()
  await review('At first sight.', 2)
  const other = await learner(course_id)
  await other.review('Good.', 5)
  await review('On reflection.', 4)
  expect(await counted(course_id)).toEqual({ reviewsCount: 2, starsSum: 9 })
  const { body } = await t.call('getReviews', { page: 1, course_id }, me.cookie)
  expect((body.msg as Review[]).map(({ review_text }) => review_text)).toEqual(['On reflection.', 'Good.'])
})

test('the catalogue and the course show the new mean at once', async () => {
  const { me, course_id, review } = await learner()
  const read = async () =>
    ((await t.call('getCourseData', { course_id }, me.cookie)).body.msg as { msg: { course: Course } }).msg.course
  expect(await read()).toMatchObject({ stars: 0, reviews: 0 })
  await review('Good.', 4)
  await (await learner(course_id)).review('Very good.', 5)
  expect(await read()).toMatchObject({ stars: 4.5, reviews: 2 })
})

/** A machine too busy to take them all says so, and is asked again. */
async function untilTaken(send: () => ReturnType<TestApp['send']>): Promise<void> {
  const { status, headers } = await send()
  if (status === 503 && headers['retry-after'] !== undefined) return untilTaken(send)
  expect(status).toBe(200)
}

test('of fifty reviews by one student at once one is left, and counted once', async () => {
  const { course_id, review } = await learner()
  await Promise.all(Array.from({ length: 50 }, (_, n) => untilTaken(() => review(`Review ${n}`, (n % 5) + 1))))
  const left = await rowsOf(course_id)
  expect(left).toHaveLength(1)
  expect(await counted(course_id)).toEqual({ reviewsCount: 1, starsSum: at(left).stars })
})

test('fifty students at once, some of whom remove theirs and some their account, are counted right', async () => {
  const { id } = await t.make.course()
  const learners = await Promise.all(Array.from({ length: 50 }, () => learner(id)))
  await Promise.all(
    learners.map(async ({ me, review }, n) => {
      await untilTaken(() => review('Good.', (n % 5) + 1))
      const { body } = await t.call('getReviewSummary', { course_id: id }, me.cookie)
      const review_id = (body.msg as { own: Review }).own.review_id
      if (n % 5 === 0) await untilTaken(() => t.call('deleteReview', { review_id }, me.cookie))
      // An account without a password is deleted by typing its e-mail, as its sign-in is fresh.
      if (n % 5 === 1) await untilTaken(() => t.call('deleteAccount', { confirmation: me.email }, me.cookie))
    }),
  )
  const left = await rowsOf(id)
  expect(left).toHaveLength(30)
  expect(await counted(id)).toEqual({ reviewsCount: 30, starsSum: left.reduce((sum, { stars }) => sum + stars, 0) })
})

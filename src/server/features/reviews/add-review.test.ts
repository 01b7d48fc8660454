import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Course } from '#contract/schemas/courses.ts'
import type { Review } from '#contract/schemas/reviews.ts'
import { courses, reviews, systemLog } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import type { TestResponse } from '#server/testing/test-client.ts'

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

test('returns 401 to a visitor and 403 to an admin who enrolled as a student', async () => {
  const course = await t.make.course()
  const admin = await t.make.signedIn({ role: 'admin' })
  await t.make.enrollment(admin.id, course.id)
  const input = { course_id: course.id, review_text: 'Good.', stars: 5 }
  expect((await t.call('addReview', input)).status).toBe(401)
  expect((await t.call('addReview', input, admin.cookie)).status).toBe(403)
  expect(await rowsOf(course.id)).toEqual([])
})

test('returns 403 when the student is not enrolled', async () => {
  const me = await t.make.signedIn()
  const course = await t.make.course()
  const answer = await t.call('addReview', { course_id: course.id, review_text: 'Good.', stars: 5 }, me.cookie)
  expect([answer.status, answer.body.code]).toEqual([403, 'not_enrolled'])
  expect([await rowsOf(course.id), await counted(course.id)]).toEqual([[], { reviewsCount: 0, starsSum: 0 }])
})

test('returns 404 for an unknown course', async () => {
  const me = await t.make.signedIn()
  const answer = await t.call('addReview', { course_id: 999_999_999, review_text: 'Good.', stars: 5 }, me.cookie)
  expect([answer.status, answer.body.msg]).toEqual([404, 'No Course Found'])
})

test('returns 403 when the body names another student', async () => {
  const { course_id, review } = await learner()
  const other = await learner(course_id)
  expect((await review('Good.', 5, { student_id: other.me.id })).status).toBe(403)
  expect(await rowsOf(course_id)).toEqual([])
})

test.each([undefined, null, '', '   \n ', 7, ['x'], 'x'.repeat(2_001), 'a\u0000b'])(
  'returns 400 for the text %j',
  async (text) => {
    const { course_id, review } = await learner()
    expect((await review(text, 5)).status).toBe(400)
    expect(await rowsOf(course_id)).toEqual([])
  },
)

test.each([0, 6, -1, 2.5, '5', null, [5], 1e308])('returns 400 for %j stars', async (stars) => {
  const { course_id, review } = await learner()
  expect((await review('Good.', stars)).status).toBe(400)
  expect(await rowsOf(course_id)).toEqual([])
})

test("stores the trimmed review under the author's name, whatever the body claims", async () => {
  const { me, course_id, review } = await learner()
  const claims = { first_name: 'Admin', image_url: 'x', role: 'admin', email: 'x@mail.example', course_title: 'x' }
  const answer = await review('  Worth <b>every</b> minute. \n', 4, claims)
  const stored = at(await rowsOf(course_id))
  expect(answer.body.msg).toEqual({
    review_id: stored.id,
    review_text: 'Worth <b>every</b> minute.',
    stars: 4,
    review_date: stored.createdAt.toISOString(),
    first_name: me.firstName,
    image_url: '',
    role: 'student',
    course_id,
    refunded: false,
  })
  expect(await counted(course_id)).toEqual({ reviewsCount: 1, starsSum: 4 })
  const [entry] = await t.db.select().from(systemLog).where(eq(systemLog.studentId, me.id))
  expect(entry).toMatchObject({
    message: expect.stringMatching(/^Reviewed “Course \d+”: 4 of 5 stars$/),
    email: me.email,
  })
})

test('defaults to one star', async () => {
  const { course_id, review } = await learner()
  await review('Hm.')
  expect(await rowsOf(course_id)).toMatchObject([{ stars: 1 }])
})

test('replaces the first review of the student and becomes the newest', async () => {
  const { me, course_id, review } = await learner()
  await review('At first sight.', 2)
  const other = await learner(course_id)
  await other.review('Good.', 5)
  await review('On reflection.', 4)
  expect(await counted(course_id)).toEqual({ reviewsCount: 2, starsSum: 9 })
  const { body } = await t.call('getReviews', { page: 1, course_id }, me.cookie)
  expect((body.msg as Review[]).map(({ review_text }) => review_text)).toEqual(['On reflection.', 'Good.'])
})

test("updates the course's average rating at once", async () => {
  const { me, course_id, review } = await learner()
  const read = async () =>
    ((await t.call('getCourseData', { course_id }, me.cookie)).body.msg as { msg: { course: Course } }).msg.course
  expect(await read()).toMatchObject({ stars: 0, reviews: 0 })
  await review('Good.', 4)
  await (await learner(course_id)).review('Very good.', 5)
  expect(await read()).toMatchObject({ stars: 4.5, reviews: 2 })
})

async function expectSuccess(send: () => Promise<TestResponse>): Promise<void> {
  expect((await send()).status).toBe(200)
}

test('leaves one review after fifty parallel ones by one student', async () => {
  const { course_id, review } = await learner()
  await Promise.all(Array.from({ length: 50 }, (_, n) => expectSuccess(() => review(`Review ${n}`, (n % 5) + 1))))
  const left = await rowsOf(course_id)
  expect(left).toHaveLength(1)
  expect(await counted(course_id)).toEqual({ reviewsCount: 1, starsSum: at(left).stars })
})

test('counts correctly when fifty students review, delete their review or delete their account in parallel', async () => {
  const { id } = await t.make.course()
  const learners = await Promise.all(Array.from({ length: 50 }, () => learner(id)))
  await Promise.all(
    learners.map(async ({ me, review }, n) => {
      await expectSuccess(() => review('Good.', (n % 5) + 1))
      const { body } = await t.call('getReviewSummary', { course_id: id }, me.cookie)
      const review_id = (body.msg as { own: Review }).own.review_id
      if (n % 5 === 0) await expectSuccess(() => t.call('deleteReview', { review_id }, me.cookie))
      // Without a password, a recent login is enough to delete the account.
      if (n % 5 === 1) await expectSuccess(() => t.call('deleteAccount', { confirmation: me.email }, me.cookie))
    }),
  )
  const left = await rowsOf(id)
  expect(left).toHaveLength(30)
  expect(await counted(id)).toEqual({ reviewsCount: 30, starsSum: left.reduce((sum, { stars }) => sum + stars, 0) })
})

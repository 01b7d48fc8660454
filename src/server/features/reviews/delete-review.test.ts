import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses, reviews, systemLog } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { changeMeanwhile } from '#server/testing/change-meanwhile.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

async function createReview() {
  const author = await t.make.signedIn()
  const course = await t.make.course()
  await t.make.review((await t.make.user()).id, course.id, 5)
  const review = await t.make.review(author.id, course.id, 2)
  const remove = (cookie?: string) => t.call('deleteReview', { review_id: review.id }, cookie)
  const left = () => t.db.select().from(reviews).where(eq(reviews.courseId, course.id))
  const counted = async () => at(await t.db.select().from(courses).where(eq(courses.id, course.id)))
  return { author, course, review, remove, left, counted }
}

test('returns 401 to a visitor and 403 to another student', async () => {
  const { remove, left, counted } = await createReview()
  const other = await t.make.signedIn()
  expect((await remove()).status).toBe(401)
  const refused = await remove(other.cookie)
  expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed'])
  expect(await left()).toHaveLength(2)
  expect(await counted()).toMatchObject({ reviewsCount: 2, starsSum: 7 })
})

test.each([{}, { review_id: 0 }, { review_id: 'x' }, { review_id: [1] }])('returns 400 for %j', async (body) => {
  const me = await t.make.signedIn()
  expect((await t.send('deleteReview', body, me.cookie)).status).toBe(400)
})

test('lets the author delete it, updates the rating and returns 404 the second time', async () => {
  const { author, course, remove, left, counted } = await createReview()
  await t.call('getReviewSummary', { course_id: course.id }, author.cookie)
  expect((await remove(author.cookie)).body).toEqual({ status: true, msg: 'The review was removed' })
  expect(await left()).toHaveLength(1)
  expect(await counted()).toMatchObject({ reviewsCount: 1, starsSum: 5, starsTenths: 50 })
  const { body } = await t.call('getReviewSummary', { course_id: course.id }, author.cookie)
  expect(body.msg).toEqual({ counts: [0, 0, 0, 0, 1], own: null })
  const again = await remove(author.cookie)
  expect([again.status, again.body.code]).toEqual([404, 'review_not_found'])
  expect(await counted()).toMatchObject({ reviewsCount: 1 })
})

test('lets an admin delete any review and logs its author', async () => {
  const { author, course, remove, left } = await createReview()
  const admin = await t.make.signedIn({ role: 'admin' })
  expect((await remove(admin.cookie)).status).toBe(200)
  expect(await left()).toHaveLength(1)
  const [entry] = await t.db.select().from(systemLog).where(eq(systemLog.studentId, admin.id))
  expect(entry).toMatchObject({
    message: `Removed ${author.firstName}’s review of “${course.title}”`,
    email: admin.email,
  })
})

test('returns 404 for one that is deleted meanwhile', async () => {
  const { author, review, remove, counted } = await createReview()
  changeMeanwhile(t.database, 'from "reviews" inner join "users"', `DELETE FROM reviews WHERE id = ${review.id}`)
  const { status, body } = await remove(author.cookie)
  expect([status, body.code]).toEqual([404, 'review_not_found'])
  expect(await counted()).toMatchObject({ reviewsCount: 2 })
})

test('deletes once when called ten times in parallel', async () => {
  const { author, remove, counted } = await createReview()
  const statuses = (await Promise.all(Array.from({ length: 10 }, () => remove(author.cookie)))).map(
    ({ status }) => status,
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  expect(new Set(statuses)).toEqual(new Set([200, 404]))
  expect(await counted()).toMatchObject({ reviewsCount: 1, starsSum: 5 })
})

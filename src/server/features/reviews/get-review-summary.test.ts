import { expect, test } from 'vitest'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

test('returns 401 when a visitor asks', async () => {
  const course = await t.make.course()
  expect((await t.call('getReviewSummary', { course_id: course.id })).status).toBe(401)
})

test.each([{}, { course_id: 'x' }, { course_id: 0 }, { course_id: [1] }])('returns 400 for %j', async (body) => {
  const me = await t.make.signedIn()
  expect((await t.send('getReviewSummary', body, me.cookie)).status).toBe(400)
})

test('returns zero counts without reviews and 404 for an unknown course', async () => {
  const me = await t.make.signedIn()
  const course = await t.make.course()
  const { body } = await t.call('getReviewSummary', { course_id: course.id }, me.cookie)
  expect(body).toEqual({ status: true, msg: { counts: [0, 0, 0, 0, 0], own: null } })
  expect((await t.call('getReviewSummary', { course_id: 999_999_999 }, me.cookie)).body).toMatchObject({
    status: false,
    code: 'course_not_found',
  })
})

test('counts reviews per star and returns the own review to its author only', async () => {
  const [me, other] = [await t.make.signedIn(), await t.make.signedIn()]
  const course = await t.make.course()
  const elsewhere = await t.make.course()
  for (const stars of [5, 5, 4, 1]) await t.make.review((await t.make.user()).id, course.id, stars)
  await t.make.review(me.id, elsewhere.id, 2)
  const mine = await t.make.review(me.id, course.id, 3, 'My own.')
  const ask = async (cookie: string) =>
    (await t.call('getReviewSummary', { course_id: String(course.id) }, cookie)).body.msg
  expect(await ask(me.cookie)).toEqual({
    counts: [1, 0, 1, 1, 2],
    own: {
      review_id: mine.id,
      review_text: 'My own.',
      stars: 3,
      review_date: mine.createdAt.toISOString(),
      first_name: me.firstName,
      image_url: '',
      role: 'student',
      course_id: course.id,
      refunded: false,
    },
  })
  expect(await ask(other.cookie)).toEqual({ counts: [1, 0, 1, 1, 2], own: null })
})

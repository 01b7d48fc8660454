import { eq } from 'drizzle-orm'
import { beforeEach, expect, test } from 'vitest'
import type { Review } from '#contract/schemas/reviews.ts'
import { orders } from '#server/platform/db/schema.ts'
import {
  grantEntitlement,
  restoreOrderEntitlements,
  revokeEntitlements,
  suspendOrderEntitlements,
} from '#server/features/access/entitlements.ts'
import { at } from '#server/testing/at.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { insertOrder } from '#server/testing/commerce/order-rows.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let author: SignedInUser
let courseId: number
let orderId: number
beforeEach(async () => {
  author = await t.make.signedIn()
  courseId = (await t.make.course()).id
  orderId = (await insertOrder(t.db, author.id, courseId)).id
  await buy(orderId)
  await t.make.review(author.id, courseId)
})

const buy = (id: number) =>
  t.db.transaction((tx) => grantEntitlement(tx, { userId: author.id, courseId, source: 'order', orderId: id }))
const setStatus = (status: (typeof orders.$inferSelect)['status']) =>
  t.db.update(orders).set({ status }).where(eq(orders.id, orderId))
const suspend = () => t.db.transaction((tx) => suspendOrderEntitlements(tx, orderId, 'Refunded'))

/** In the course's list, in the author's own summary, and in the admin's list. */
async function readRefunded(): Promise<(boolean | undefined)[]> {
  const [other, admin] = [await t.make.signedIn(), await t.make.signedIn({ role: 'admin' })]
  const list = await t.call('getReviews', { page: 1, course_id: courseId }, other.cookie)
  const summary = await t.call('getReviewSummary', { course_id: courseId }, await t.make.cookie(author.id))
  const all = await t.call('getReviews', { page: 1 }, admin.cookie)
  return [
    at(list.body.msg as Review[]).refunded,
    (summary.body.msg as { own: Review | null }).own?.refunded,
    at((all.body.msg as Review[]).filter((review) => review.course_id === courseId)).refunded,
  ]
}

const YES = [true, true, true]
const NO = [false, false, false]

test.each(['refunded', 'lost'] as const)('a review is marked once its author’s order is %s', async (status) => {
  await suspend()
  await setStatus(status)
  expect(await readRefunded()).toEqual(YES)
})

test.each(['paid', 'partially_refunded', 'disputed'] as const)(
  'a review is not marked while its author’s order is %s',
  async (status) => {
    if (status === 'disputed') await suspend()
    await setStatus(status)
    expect(await readRefunded()).toEqual(NO)
  },
)

test('a review is not marked after an admin has revoked access', async () => {
  await t.db.transaction((tx) => revokeEntitlements(tx, { userId: author.id, courseId, reason: 'A mistake' }))
  expect(await readRefunded()).toEqual(NO)
})

test('a review loses its mark when its author buys the course again', async () => {
  await suspend()
  await setStatus('refunded')
  await buy((await insertOrder(t.db, author.id, courseId)).id)
  expect(await readRefunded()).toEqual(NO)
})

test.each(['enrollCourse', 'createOrder'] as const)(
  'a review loses its mark for those who have read it before when its author joins by %s',
  async (call) => {
    await suspend()
    await setStatus('refunded')
    const reader = await t.make.signedIn()
    const readMark = async () =>
      at((await t.call('getReviews', { page: 1, course_id: courseId }, reader.cookie)).body.msg as Review[]).refunded
    expect(await readMark()).toBe(true)
    expect((await t.call(call, { course_id: courseId }, author.cookie)).status).toBe(200)
    expect(await readMark()).toBe(false)
  },
)

test('a review has no mark after a won dispute', async () => {
  await suspend()
  await setStatus('disputed')
  await t.db.transaction((tx) => restoreOrderEntitlements(tx, orderId, 'Refunded'))
  await setStatus('paid')
  expect(await readRefunded()).toEqual(NO)
})

test('a new review is not marked', async () => {
  const answer = await t.call('addReview', { course_id: courseId, review_text: 'Good.', stars: 4 }, author.cookie)
  expect(answer.body.msg).toMatchObject({ refunded: false })
})

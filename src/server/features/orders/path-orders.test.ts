import { and, eq } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { PaymentProviderName } from '#contract/choices.ts'
import type { Checkout, Order, Quote } from '#contract/schemas/commerce/orders.ts'
import {
  courses,
  entitlements,
  learningPaths,
  orderItems,
  orders,
  pathCourses,
  pathStudents,
} from '#server/platform/db/schema.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import {
  buyCourse,
  canOpen,
  CARD,
  getEntitlements,
  getTimeline,
  makeCoupon,
  placeOrder,
  toOrder,
} from '#server/testing/commerce/orders.ts'
import { readPdf } from '#server/testing/files/read-pdf.ts'
import { changeMeanwhile } from '#server/testing/change-meanwhile.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({ PAYMENTS: 'test' })

/** A path for $80 with courses for $60, $40 and nothing. */
async function createPath(values: Partial<typeof learningPaths.$inferInsert> = {}) {
  const [path] = await t.db
    .insert(learningPaths)
    .values({ title: 'Web developer', goal: 'Build websites', isPublic: true, priceCents: 8_000, ...values })
    .returning()
  if (!path) throw new Error('The path was not created')
  const courseIds: number[] = []
  for (const [place, priceCents] of [6_000, 4_000, 0].entries()) {
    const { id } = await t.make.course({ priceCents })
    courseIds.push(id)
    await t.db.insert(pathCourses).values({ pathId: path.id, courseId: id, place })
  }
  const [first = 0, second = 0, free = 0] = courseIds
  return { path_id: path.id, courseIds, first, second, free, student: await t.make.signedIn() }
}

const order = async (
  student: SignedInUser,
  path_id: number,
  terms: { coupon?: string; total?: number; provider?: PaymentProviderName } = {},
) => toOrder(await t.call('createOrder', { path_id, ...terms }, student.cookie))
const pay = async (student: SignedInUser, { order_id }: Order) =>
  toOrder(await t.call('payTestOrder', { order_id, card: CARD.paid }, student.cookie))
const getCode = async (student: SignedInUser, input: { path_id?: number; course_id?: number }) =>
  (await t.call('createOrder', input, student.cookie)).body.code
const countOpen = (courseIds: number[], student: SignedInUser) =>
  Promise.all(courseIds.map((courseId) => canOpen(t, student, courseId))).then((list) => list.filter(Boolean).length)

it('splits the price of a path over its courses, opens them all and starts the path', async () => {
  const { path_id, courseIds, first, second, free, student } = await createPath()
  const placed = await order(student, path_id)
  expect(placed).toMatchObject({
    ...{ path_id, path_title: 'Web developer', status: 'pending', list_price: 100, discount: 20, total: 80 },
    items: [
      { course_id: first, price: 48 },
      { course_id: second, price: 32 },
      { course_id: free, price: 0 },
    ],
  })
  expect(await countOpen(courseIds, student)).toBe(0)
  expect(await pay(student, placed)).toMatchObject({ status: 'paid' })
  expect(await countOpen(courseIds, student)).toBe(3)
  expect(await getEntitlements(t, student.id)).toMatchObject(
    courseIds.map(() => ({ source: 'order', orderId: placed.order_id })),
  )
  expect(await t.db.select().from(pathStudents).where(eq(pathStudents.userId, student.id))).toHaveLength(1)
  expect(await getCode(student, { path_id })).toBe('already_owned')
})

it('takes off the share of a course that the student has', async () => {
  const { path_id, courseIds, first, second, free, student } = await createPath()
  await buyCourse(t, student, first)
  const checkout = (await t.call('getCheckout', { path_id }, student.cookie)).body.msg as Checkout
  expect(checkout).toMatchObject({
    course: null,
    path: { path_id, courses: 3 },
    items: [
      { course_id: second, price: 32 },
      { course_id: free, price: 0 },
    ],
    owned: false,
    quote: { list_price: 40, discount: 8, total: 32 },
  })
  const placed = await order(student, path_id, { total: 32 })
  expect(placed.items.map(({ course_id }) => course_id)).toEqual([second, free].sort((a, b) => a - b))
  await pay(student, placed)
  expect(await countOpen(courseIds, student)).toBe(3)
  expect(
    await t.db
      .select()
      .from(entitlements)
      .where(and(eq(entitlements.userId, student.id), eq(entitlements.courseId, first))),
  ).toHaveLength(1)
})

it('a refund ends all courses of the path, and leaves those from other orders', async () => {
  const { path_id, courseIds, first, second, student } = await createPath()
  await buyCourse(t, student, first)
  const { order_id } = await pay(student, await order(student, path_id))
  const refunded = toOrder(await t.call('refundOrder', { order_id }, student.cookie))
  expect(refunded).toMatchObject({ status: 'refunded', refunded: 32 })
  expect(await canOpen(t, student, second)).toBe(false)
  expect(await countOpen(courseIds, student)).toBe(1)
  expect(await canOpen(t, student, first)).toBe(true)
})

it('can be bought again after a refund until all of the path is open, and only while it is sold', async () => {
  const { path_id, first, second, free, student } = await createPath()
  const { order_id } = await pay(student, await order(student, path_id))
  const canBuyAgain = async () => toOrder(await t.call('getOrder', { order_id }, student.cookie)).can_buy_again
  const setPath = (values: Partial<typeof learningPaths.$inferInsert>) =>
    t.db.update(learningPaths).set(values).where(eq(learningPaths.id, path_id))
  expect(await canBuyAgain()).toBe(false)
  await t.call('refundOrder', { order_id }, student.cookie)
  await buyCourse(t, student, first)
  expect(await canBuyAgain()).toBe(true)
  for (const values of [{ priceCents: null }, { isPublic: false }, { deletedAt: new Date() }]) {
    await setPath(values)
    expect(await canBuyAgain()).toBe(false)
    await setPath({ priceCents: 8_000, isPublic: true, deletedAt: null })
  }
  await t.call('enrollCourse', { course_id: free }, student.cookie)
  await buyCourse(t, student, second)
  expect(await canBuyAgain()).toBe(false)
  expect(await getCode(student, { path_id })).toBe('already_owned')
})

it('returns the open order again, and replaces it once a course of it was got elsewhere', async () => {
  const { path_id, free, student } = await createPath()
  const placed = await order(student, path_id)
  expect((await order(student, path_id)).order_id).toBe(placed.order_id)
  const checkout = (await t.call('getCheckout', { path_id }, student.cookie)).body.msg as Checkout
  expect(checkout.open_order?.order_id).toBe(placed.order_id)
  await t.call('enrollCourse', { course_id: free }, student.cookie)
  const next = await order(student, path_id)
  expect(next.order_id).not.toBe(placed.order_id)
  expect(next.items).toHaveLength(2)
  expect(await getTimeline(t, placed.order_id)).toContain('Replaced by an order on other terms')
})

it('leaves one open order for a course, whether it is ordered alone or with its path', async () => {
  const { path_id, first, second, student } = await createPath()
  const alone = [await placeOrder(t, student, first), await placeOrder(t, student, second)]
  const together = await order(student, path_id)
  const getStatuses = async () =>
    (await t.db.select().from(orders).where(eq(orders.userId, student.id)).orderBy(orders.id)).map(
      ({ status }) => status,
    )
  expect(await getStatuses()).toEqual(['cancelled', 'cancelled', 'pending'])
  for (const { order_id } of alone)
    expect((await t.call('payTestOrder', { order_id, card: CARD.paid }, student.cookie)).body.code).toBe('order_state')
  const again = await placeOrder(t, student, first)
  expect(await getStatuses()).toEqual(['cancelled', 'cancelled', 'cancelled', 'pending'])
  expect((await t.call('payTestOrder', { order_id: together.order_id, card: CARD.paid }, student.cookie)).status).toBe(
    409,
  )
  expect(again.total).toBe(60)
})

it('waits for a payment of one of its courses that is on its way', async () => {
  const { path_id, first, student } = await createPath()
  const { order_id } = await placeOrder(t, student, first)
  await t.call('payTestOrder', { order_id, card: CARD.later }, student.cookie)
  const { status, body } = await t.call('createOrder', { path_id }, student.cookie)
  expect([status, body.code]).toEqual([409, 'order_state'])
  await t.call('settleTestOrder', { order_id }, student.cookie)
  expect((await order(student, path_id)).total).toBe(32)
})

it('50 orders of a path and its courses at once leave each course in one open order', async () => {
  const { path_id, first, second, student } = await createPath()
  const subjects = [{ path_id }, { course_id: first }, { course_id: second }]
  await Promise.all(
    Array.from({ length: 50 }, (_, index) => t.call('createOrder', subjects[index % 3] ?? {}, student.cookie)),
  )
  const open = await t.db
    .select({ courseId: orderItems.courseId })
    .from(orders)
    .innerJoin(orderItems, eq(orderItems.orderId, orders.id))
    .where(and(eq(orders.userId, student.id), eq(orders.status, 'pending')))
  expect(open.length).toBeGreaterThan(0)
  expect(new Set(open.map(({ courseId }) => courseId)).size).toBe(open.length)
})

it('applies a coupon for one course to its share only', async () => {
  const { path_id, first, second, student } = await createPath()
  const { code } = await makeCoupon(t, { value: 5_000, courseIds: [second] })
  const answer = await t.call('checkCoupon', { path_id, code }, student.cookie)
  expect(answer.body.msg as Quote).toMatchObject({ list_price: 100, discount: 20, coupon: 16, total: 64 })
  const { items, total } = await order(student, path_id, { coupon: code, total: 64 })
  expect(total).toBe(64)
  expect(items.slice(0, 2)).toMatchObject([
    { course_id: first, price: 48 },
    { course_id: second, price: 16 },
  ])
  const other = await makeCoupon(t, { courseIds: [(await t.make.course()).id] })
  const refused = await t.call('checkCoupon', { path_id, code: other.code }, student.cookie)
  expect(refused.body).toMatchObject({ code: 'coupon_not_valid', msg: 'This coupon is not for this path' })
})

it('gives a path without a price left to pay at once', async () => {
  const { path_id, courseIds, student } = await createPath()
  const { code } = await makeCoupon(t, { value: 10_000 })
  expect(await order(student, path_id, { coupon: code })).toMatchObject({ status: 'paid', total: 0, provider: null })
  expect(await countOpen(courseIds, student)).toBe(3)
})

it('keeps the prices of an order when the path changes, and refuses another total than the price', async () => {
  const { path_id, student } = await createPath()
  const placed = await order(student, path_id)
  await t.db.update(learningPaths).set({ priceCents: 9_000, title: 'Renamed' }).where(eq(learningPaths.id, path_id))
  expect(await pay(student, placed)).toMatchObject({ total: 80, path_title: 'Web developer' })
  const other = await t.make.signedIn()
  expect((await t.call('createOrder', { path_id, total: 80 }, other.cookie)).body.code).toBe('price_changed')
})

it('counts only the public courses of a path', async () => {
  const { path_id, first, second, student } = await createPath()
  await t.db.update(courses).set({ isPublic: false }).where(eq(courses.id, first))
  expect((await order(student, path_id)).items).toMatchObject([{ course_id: second, price: 80 }, { price: 0 }])
})

it.each([
  ['without a price', { priceCents: null }],
  ['that is a draft', { isPublic: false }],
  ['that was deleted', { deletedAt: new Date() }],
])('does not sell a path %s', async (_title, values) => {
  const { path_id, student } = await createPath(values)
  expect(await getCode(student, { path_id })).toBe('path_not_found')
})

it('refuses both a course and a path, and neither', async () => {
  const { path_id, first, student } = await createPath()
  expect(await getCode(student, { path_id, course_id: first })).toBe('invalid_input')
  expect(await getCode(student, {})).toBe('invalid_input')
})

it('names the path on the receipt', async () => {
  const { path_id, student } = await createPath()
  const { order_id } = await pay(student, await order(student, path_id))
  const answer = await t.app.inject({ url: `/api/orders/${order_id}/receipt.pdf`, headers: { cookie: student.cookie } })
  expect(answer.statusCode).toBe(200)
  expect((await readPdf(answer.rawPayload)).text).toContain('Web developer')
})

it('sells no course that the path got meanwhile, because that course is not locked', async () => {
  const { path_id, student } = await createPath()
  const { id } = await t.make.course({ priceCents: 1_000 })
  const change = `INSERT INTO path_courses (path_id, course_id, place) VALUES (${path_id}, ${id}, 3)`
  changeMeanwhile(t.database, 'order by "path_courses"."place"', change)
  expect(await getCode(student, { path_id })).toBe('order_state')
  expect(await t.db.select().from(orders).where(eq(orders.userId, student.id))).toEqual([])
})

import { asc, eq, inArray } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { REFUNDS_A_YEAR } from '#contract/limits.ts'
import { orders, testPayments } from '#server/platform/db/schema.ts'
import { buyCourse, makeCoupon, placeOrder, PRICED, toOrder } from '#server/testing/commerce/orders.ts'
import { changeMeanwhile } from '#server/testing/change-meanwhile.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({ PAYMENTS: 'test' })

const MANY = 100
const manyTimes = <Result>(work: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: MANY }, (_, index) => work(index)))

test('100 orders of one student for one course at once are one order', async () => {
  const me = await t.make.signedIn()
  const course_id = (await t.make.course(PRICED)).id
  const answers = await manyTimes(() => t.call('createOrder', { course_id }, me.cookie))
  expect(new Set(answers.map((answer) => toOrder(answer).order_id)).size).toBe(1)
  const rows = await t.db.select().from(orders).where(eq(orders.userId, me.id))
  expect(rows).toMatchObject([{ status: 'pending' }])
  expect(
    await t.db
      .select()
      .from(testPayments)
      .where(eq(testPayments.orderId, rows[0]?.id ?? 0)),
  ).toHaveLength(1)
})

test('100 free orders of one student at once are paid once', async () => {
  const me = await t.make.signedIn()
  const course_id = (await t.make.course({ priceCents: 0 })).id
  const answers = await manyTimes(() => t.call('createOrder', { course_id }, me.cookie))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'already_owned']))
  expect(await t.db.select().from(orders).where(eq(orders.userId, me.id))).toMatchObject([{ status: 'paid' }])
})

test('of 100 students who use the last coupon at once one succeeds, and numbers have no gaps', async () => {
  const course_id = (await t.make.course(PRICED)).id
  const { code, id } = await makeCoupon(t, { maxUses: 1 })
  const students = await manyTimes(() => t.make.signedIn())
  const before = await t.db.$count(orders)
  const answers = await manyTimes((index) =>
    // Every second one orders without it, between those that are rolled back.
    t.call('createOrder', { course_id, ...(index % 2 === 0 && { coupon: code }) }, students[index]?.cookie),
  )
  const codes = answers.map(({ body }) => body.code)
  expect(codes.filter((code) => code === 'coupon_not_valid')).toHaveLength(MANY / 2 - 1)
  expect(codes.filter((code) => code === undefined)).toHaveLength(MANY / 2 + 1)
  expect(await t.db.select().from(orders).where(eq(orders.couponId, id))).toHaveLength(1)
  const rows = await t.db.select({ number: orders.number }).from(orders).orderBy(asc(orders.number))
  expect(rows).toHaveLength(before + MANY / 2 + 1)
  expect(rows.map(({ number }) => Number(number.slice(5)))).toEqual(rows.map((_, index) => index + 1))
})

test('two tabs on other terms leave one open order', async () => {
  const me = await t.make.signedIn()
  const course_id = (await t.make.course(PRICED)).id
  const { code } = await makeCoupon(t)
  await manyTimes((index) =>
    t.call('createOrder', { course_id, ...(index % 2 === 0 ? { coupon: code } : { total: 60 }) }, me.cookie),
  )
  const rows = await t.db.select().from(orders).where(eq(orders.userId, me.id))
  expect(rows.filter(({ status }) => status === 'pending')).toHaveLength(1)
  expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['pending', 'cancelled']))
  // Whatever is cancelled cannot be paid.
  const cancelled = rows.filter(({ status }) => status === 'cancelled').map(({ id }) => id)
  const payments = await t.db.select().from(testPayments).where(inArray(testPayments.orderId, cancelled))
  expect(payments.filter(({ status }) => status !== 'expired')).toEqual([])
})

test('an order that expires while another one replaces it is not the answer', async () => {
  const me = await t.make.signedIn()
  const course_id = (await t.make.course(PRICED)).id
  const { code } = await makeCoupon(t)
  const { order_id } = await placeOrder(t, me, course_id)
  const expiry = `UPDATE orders SET status = 'expired', open_key = NULL WHERE id = ${order_id}`
  changeMeanwhile(t.database, 'update "test_payments" set "status"', expiry)
  const order = toOrder(await t.call('createOrder', { course_id, coupon: code }, me.cookie))
  expect(order).toMatchObject({ status: 'pending', coupon_code: code })
})

test('of many refunds of one student at once three are made, and an admin decides about the others', async () => {
  const me = await t.make.signedIn()
  const ids: number[] = []
  for (let n = 0; n < 8; n++) ids.push((await buyCourse(t, me)).order_id)
  const answers = await Promise.all(ids.map((order_id) => t.call('refundOrder', { order_id }, me.cookie)))
  const statuses = answers.map((answer) => toOrder(answer).status)
  expect(statuses.filter((status) => status === 'refunded')).toHaveLength(REFUNDS_A_YEAR)
  expect(statuses.filter((status) => status === 'paid')).toHaveLength(ids.length - REFUNDS_A_YEAR)
})

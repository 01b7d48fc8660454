import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Checkout } from '#contract/schemas/commerce/orders.ts'
import { orders } from '#server/platform/db/schema.ts'
import { getOrderRow, placeOrder } from '#server/testing/commerce/orders.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { findSubject } from './get-checkout.ts'

const t = useTestApp({ PAYMENTS: 'test' })
const NO_ID = 999_999_999

test.each([
  [true, 'course_not_found'],
  [false, 'path_not_found'],
])('what was deleted since its sale was read is not found (a course: %s)', async (isCourse, code) => {
  await expect(findSubject(t.db, isCourse, NO_ID)).rejects.toMatchObject({ code })
})

/** The payment service did not answer when it was made. */
async function makeOrderWithoutCheckout(minutesLeft = 23 * 60) {
  const student = await t.make.signedIn()
  const { order_id, items } = await placeOrder(t, student)
  await t.db
    .update(orders)
    .set({
      ...{ checkoutReference: null, checkoutUrl: null },
      expiresAt: sql`now() + make_interval(mins => ${minutesLeft})`,
    })
    .where(eq(orders.id, order_id))
  return { student, order_id, course_id: items[0]?.course_id ?? 0 }
}

test('an order without a checkout is not offered to be paid, and ordering again makes its checkout', async () => {
  const { student, order_id, course_id } = await makeOrderWithoutCheckout()
  const getOpenOrder = async () =>
    ((await t.call('getCheckout', { course_id }, student.cookie)).body.msg as Checkout).open_order
  expect(await getOpenOrder()).toBeNull()
  expect(await placeOrder(t, student, course_id)).toMatchObject({ order_id, checkout_url: expect.any(String) })
  expect(await getOpenOrder()).toMatchObject({ order_id })
})

test('an order without a checkout that ends too soon for one is replaced', async () => {
  const { student, order_id, course_id } = await makeOrderWithoutCheckout(30)
  const other = await placeOrder(t, student, course_id)
  expect(other.order_id).not.toBe(order_id)
  expect(other.checkout_url).not.toBeNull()
  expect(await getOrderRow(t, order_id)).toMatchObject({ status: 'cancelled' })
})

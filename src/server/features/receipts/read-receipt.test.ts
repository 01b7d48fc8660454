import { expect, it } from 'vitest'
import { addOrder, addRefund } from '#server/testing/commerce/order-factories.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { readReceipt } from './read-receipt.ts'

const t = useTestApp()

it('lists refunds in the order in which they were made', async () => {
  const [user, course] = [await t.make.user(), await t.make.course()]
  const order = await addOrder(t.db, { userId: user.id, course, status: 'partially_refunded', paidAt: new Date() })
  const refund = { orderId: order.id, requestedBy: '', status: 'succeeded' } as const
  await addRefund(t.db, { ...refund, amountCents: 2_000, doneAt: new Date('2026-11-22') })
  await addRefund(t.db, { ...refund, amountCents: 1_000, doneAt: new Date('2026-11-21') })
  expect((await readReceipt(t.db, order.id))?.refunds.map(({ amountCents }) => amountCents)).toEqual([1_000, 2_000])
})

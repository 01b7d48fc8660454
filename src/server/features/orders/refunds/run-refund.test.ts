import { eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { refunds, testPayments } from '#server/platform/db/schema.ts'
import type { PaymentProvider } from '#server/platform/payments/provider.ts'
import { addRefund } from '#server/testing/commerce/order-factories.ts'
import { buyCourse, getTimeline, useOrderServices } from '#server/testing/commerce/orders.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { changeOrder } from '../state/change-order.ts'
import { finishRefund } from './finish-refund.ts'
import { runDueRefunds, runRefund } from './run-refund.ts'

const t = useTestApp({ PAYMENTS: 'test' })
const services = useOrderServices(t)

/** A part, not due, so that the server's own job leaves it alone. */
async function makeRefund(tries: number) {
  const { order_id } = await buyCourse(t, await t.make.signedIn())
  const values = { amountCents: 2_000, requestedBy: '', tries, nextTryAt: new Date(Date.now() + 3_600_000) }
  const { id } = await addRefund(t.db, { orderId: order_id, ...values })
  return { order_id, id }
}

const findRefund = async (id: number) => (await t.db.select().from(refunds).where(eq(refunds.id, id)))[0]

test.each([1, 75])('a failure of attempt %i changes nothing when the refund was finished meanwhile', async (tries) => {
  const { order_id, id } = await makeRefund(tries)
  const payments = {
    ...services.payments,
    getProvider: (name: 'test' | 'manual' | 'stripe'): PaymentProvider => ({
      ...services.payments.getProvider(name),
      refund: async () => {
        await changeOrder(services, order_id, (tx) => finishRefund(tx, order_id, id, 'reported'))
        throw new Error('The answer was lost')
      },
    }),
  }
  await runRefund({ ...services, payments }, id)
  expect(await findRefund(id)).toMatchObject({ status: 'succeeded', reference: 'reported' })
  expect((await getTimeline(t, order_id)).at(-1)).toBe('Refunded $20.00')
})

test('reports the first failure, also when the attempt before it ended with a crash, and reports it once', async () => {
  const admin = await t.make.user({ role: 'admin' })
  const { order_id, id } = await makeRefund(1)
  await t.db.update(testPayments).set({ status: 'open' }).where(eq(testPayments.orderId, order_id))
  await t.db
    .update(refunds)
    .set({ nextTryAt: sql`now()` })
    .where(eq(refunds.id, id))
  await runDueRefunds(services)
  await runRefund(services, id)
  expect(await findRefund(id)).toMatchObject({ status: 'pending', tries: 2 })
  const reports = (await getTimeline(t, order_id)).filter((text) => text.endsWith('It is tried again by itself'))
  expect(reports).toHaveLength(1)
  expect(await getSentMails(t, admin.email)).toHaveLength(1)
})

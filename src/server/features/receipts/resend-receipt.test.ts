import { eq } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { mails, orders, refunds, users } from '#server/platform/db/schema.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { addOrder } from '#server/testing/commerce/order-factories.ts'
import { getTimeline } from '#server/testing/commerce/orders.ts'
import { waitForMailTo } from '#server/testing/mail/outbox.ts'
import { readPdf } from '#server/testing/files/read-pdf.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: SignedInUser
beforeAll(async () => {
  // Loaded with the first email and the first PDF, which takes seconds on a busy machine.
  await Promise.all([import('#server/features/emails/email-templates.ts'), import('./draw-receipt.ts')])
  admin = await t.make.signedIn({ role: 'admin' })
})

async function addPaidOrder(emailVerifiedAt: Date | null = new Date()) {
  const student = await t.make.signedIn({ emailVerifiedAt })
  const paid = { status: 'paid', paidAt: new Date(), provider: 'test', buyerEmail: 'old@mail.example' } as const
  const order = await addOrder(t.db, { userId: student.id, course: await t.make.course(), ...paid })
  return { student, order }
}

it.each(['pending', 'cancelled', 'expired'] as const)(
  'refuses an order that is %s, and sends nothing',
  async (status) => {
    const student = await t.make.user()
    const order = await addOrder(t.db, { userId: student.id, course: await t.make.course(), status })
    const { status: code, body } = await t.call('resendReceipt', { order_id: order.id }, admin.cookie)
    expect([code, body.code]).toEqual([409, 'order_state'])
    expect(await t.db.$count(mails, eq(mails.orderId, order.id))).toBe(0)
  },
)

it('refuses an unknown order, and one whose account was deleted', async () => {
  expect((await t.call('resendReceipt', { order_id: 999_999 }, admin.cookie)).body.code).toBe('order_not_found')
  const { order } = await addPaidOrder()
  await t.db.update(orders).set({ userId: null }).where(eq(orders.id, order.id))
  expect((await t.call('resendReceipt', { order_id: order.id }, admin.cookie)).body.code).toBe('user_not_found')
})

it("sends the PDF to the student's address of today, and writes it into the timeline and the log", async () => {
  const { student, order } = await addPaidOrder()
  await t.db
    .update(users)
    .set({ email: `new-${student.email}` })
    .where(eq(users.id, student.id))
  const { status, body } = await t.call('resendReceipt', { order_id: order.id }, admin.cookie)
  expect([status, body.msg]).toEqual([200, 'Receipt sent'])
  const mail = await waitForMailTo(t, `new-${student.email}`, `Receipt for order ${order.number}`)
  const [file] = mail.attachments
  expect([file?.filename, file?.mimeType]).toEqual([`receipt-${order.number}.pdf`, 'application/pdf'])
  expect((await readPdf(new Uint8Array(file?.content as ArrayBuffer))).text).toContain(`Receipt ${order.number}`)
  expect(await getTimeline(t, order.id)).toContain('Receipt sent again')
  expect(await t.findLogMessages(admin.id)).toContain(`Order ${order.number}: receipt sent again`)
})

it('sends a link without the PDF to an address that its user has not proven', async () => {
  const { student, order } = await addPaidOrder(null)
  await t.call('resendReceipt', { order_id: order.id }, admin.cookie)
  const mail = await waitForMailTo(t, student.email, `Receipt for order ${order.number}`)
  expect(mail.attachments).toEqual([])
  expect(mail.text).toContain(`/student/purchases/${order.id}`)
})

it.each([
  [{ refundedCents: 0 }, true, false],
  [{ paidAt: new Date(Date.now() - 31 * 86_400_000) }, false, false],
  [{ status: 'partially_refunded', refundedCents: 500 }, false, true],
] as const)('with %j offers a refund: %s, and names one: %s', async (values, isOffered, isNamed) => {
  const { student, order } = await addPaidOrder()
  await t.db.update(orders).set(values).where(eq(orders.id, order.id))
  if (isNamed)
    await t.db.insert(refunds).values({
      ...{ orderId: order.id, amountCents: 500, status: 'succeeded', doneAt: new Date(), requestedBy: admin.email },
    })
  await t.call('resendReceipt', { order_id: order.id }, admin.cookie)
  const { text = '' } = await waitForMailTo(t, student.email, `Receipt for order ${order.number}`)
  expect([text.includes('full refund'), text.includes('Of it, $5.00 was refunded.')]).toEqual([isOffered, isNamed])
})

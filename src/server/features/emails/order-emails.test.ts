import { expect, it } from 'vitest'
import { orderEvents, orderItems, type orders } from '#server/platform/db/schema.ts'
import type { RenderedEmail } from '#server/platform/mail/delivery.ts'
import type { QueuedMail } from '#server/platform/mail/queue-mail.ts'
import { addOrder, addRefund } from '#server/testing/commerce/order-factories.ts'
import { readPdf } from '#server/testing/files/read-pdf.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { renderEmail } from './render-email.ts'

const SITE = 'https://learn.example.org'
const t = useTestApp()

type OrderKind = 'receipt' | 'refund' | 'order-instructions' | 'order-trouble'

const PAID = { status: 'paid', paidAt: new Date('2026-11-21T09:32:00Z'), provider: 'stripe' } as const

async function setUp(values: Partial<typeof orders.$inferInsert> = PAID, emailVerifiedAt: Date | null = new Date()) {
  const user = await t.make.user({ emailVerifiedAt })
  const course = await t.make.course({ title: 'Database Management' })
  const order = await addOrder(t.db, { course, buyerEmail: user.email, ...values, userId: user.id })
  return { user, order }
}

function render(
  kind: OrderKind,
  { user, order }: Awaited<ReturnType<typeof setUp>>,
  changes: Partial<QueuedMail> = {},
): Promise<RenderedEmail | null> {
  const mail: QueuedMail = {
    ...{
      id: 1,
      kind,
      toEmail: user.email,
      userId: user.id,
      createdAt: new Date(),
      tries: 1,
      detail: '',
      deviceHash: null,
    },
    ...{ orderId: order.id, refundId: null, certificateId: null, submissionId: null, ageMinutes: 0 },
    ...changes,
  }
  const payments = {
    seller: ['Lantern Academy GmbH'],
    instructions: 'Pay to account 17 within 14 days.\nLantern Academy\n\nThank you.',
  }
  return renderEmail(t.db, mail, { siteUrl: SITE, payments })
}

async function addDoneRefund(orderId: number, amountCents: number) {
  const refund = {
    orderId,
    amountCents,
    requestedBy: 'x@mail.example',
    status: 'succeeded',
    doneAt: new Date(),
  } as const
  return { refundId: (await addRefund(t.db, refund)).id }
}

const readAttachment = async (email: RenderedEmail | null) => {
  const [file] = email?.attachments ?? []
  if (!file) throw new Error('No attachment')
  return { ...file, ...(await readPdf(file.content)) }
}

it('sends the receipt with its amount, the order and the PDF', async () => {
  const paid = await setUp()
  const email = await render('receipt', paid)
  expect(email?.subject).toBe(`Receipt for order ${paid.order.number}`)
  expect(email?.text).toContain('your payment of $60.00 for “Database Management”')
  expect(email?.text).toContain(`${SITE}/student/purchases/${paid.order.id}`)
  expect(email?.text).toContain('full refund within 30 days')
  const file = await readAttachment(email)
  expect(file).toMatchObject({
    filename: `receipt-${paid.order.number}.pdf`,
    contentType: 'application/pdf',
    title: `Receipt ${paid.order.number}`,
  })
  expect(file.text).toContain('From Lantern Academy GmbH')
})

it('attaches nothing for an address that its user has not proven: the PDF contains the name', async () => {
  const email = await render('receipt', await setUp(PAID, null))
  expect(email?.attachments).toEqual([])
  expect(email?.text).toContain('You can download your receipt there as a PDF.')
})

it('says that a test order was not charged, and that a free one needs no payment', async () => {
  expect((await render('receipt', await setUp({ ...PAID, provider: 'test' })))?.text).toContain('No money was charged.')
  const stripe = { ...PAID, checkoutReference: 'cs_test_1', status: 'refunded', refundedCents: 6_000 } as const
  expect((await render('receipt', await setUp(stripe)))?.text).toContain('No money was charged.')
  const paid = await setUp({ ...stripe, checkoutReference: 'cs_test_2' })
  const refund = await render('refund', paid, await addDoneRefund(paid.order.id, 6_000))
  expect(refund?.text).toContain('No money was charged or returned.')
  expect(refund?.text).not.toContain('5 to 10 days')
  const free = await render('receipt', await setUp({ ...PAID, totalCents: 0, listCents: 6_000, couponCents: 6_000 }))
  expect(free?.text).toContain('There was nothing to pay.')
  expect(free?.text).not.toContain('full refund')
})

it('skips the receipt of an order that is not paid', async () => {
  expect(await render('receipt', await setUp({ status: 'cancelled' }))).toBeNull()
})

it('sends the refund to the student with the credit note', async () => {
  const paid = await setUp({ ...PAID, status: 'refunded', refundedCents: 6_000 })
  const email = await render('refund', paid, await addDoneRefund(paid.order.id, 6_000))
  expect(email?.subject).toBe(`Refund for order ${paid.order.number}`)
  expect(email?.text).toContain(`$60.00 was refunded for “Database Management”, order ${paid.order.number}.`)
  expect(email?.text).toContain('5 to 10 days')
  expect(email?.text).toContain('Access from this order has ended. Your progress is kept in case you buy it again.')
  expect(email?.text).toContain(`${SITE}/student/purchases/${paid.order.id}`)
  expect((await readAttachment(email)).filename).toBe(`credit-note-${paid.order.number}-C.pdf`)
})

it('states one part of a refund, and that the access stays', async () => {
  const paid = await setUp({ ...PAID, status: 'partially_refunded', refundedCents: 3_000 })
  await addDoneRefund(paid.order.id, 1_000)
  const email = await render('refund', paid, await addDoneRefund(paid.order.id, 2_000))
  expect(email?.text).toContain('$20.00 was refunded')
  expect(email?.text).not.toContain('ended')
})

it('sends admins to the order in the dashboard, without the file', async () => {
  const paid = await setUp({ ...PAID, status: 'refunded', refundedCents: 6_000 })
  const admin = await t.make.user({ role: 'admin', emailVerifiedAt: new Date() })
  const refund = await addDoneRefund(paid.order.id, 6_000)
  const email = await render('refund', paid, { ...refund, userId: admin.id, toEmail: admin.email })
  expect(email?.text).toContain(`${SITE}/dashboard/orders/${paid.order.id}`)
  expect(email?.attachments).toEqual([])
  expect(email?.text).not.toContain('Your progress')
})

it('tells admins, and not the student, to send the money of a manual order back', async () => {
  const paid = await setUp({ ...PAID, provider: 'manual', status: 'refunded', refundedCents: 6_000 })
  const admin = await t.make.user({ role: 'admin' })
  const refund = await addDoneRefund(paid.order.id, 6_000)
  const toAdmin = await render('refund', paid, { ...refund, userId: admin.id, toEmail: admin.email })
  expect(toAdmin?.text).toContain('Send the money back yourself, then mark the refund as sent.')
  expect((await render('refund', paid, refund))?.text).not.toContain('yourself')
})

it('skips a refund that has not been made, or belongs to another order', async () => {
  const [paid, other] = [await setUp(), await setUp()]
  const pending = await addRefund(t.db, { orderId: paid.order.id, amountCents: 1, requestedBy: '' })
  expect(await render('refund', paid, { refundId: pending.id })).toBeNull()
  expect(await render('refund', paid, await addDoneRefund(other.order.id, 1))).toBeNull()
})

it('names the courses of a path in the plural', async () => {
  const path = { pathTitle: 'Data analyst', provider: 'manual' } as const
  const addCourse = async ({ order }: Awaited<ReturnType<typeof setUp>>) => {
    const { id: courseId, title } = await t.make.course()
    const amounts = { listCents: 0, discountCents: 0, couponCents: 0, taxCents: 0, totalCents: 0 }
    await t.db.insert(orderItems).values({ orderId: order.id, courseId, title, ...amounts })
  }
  const waiting = await setUp(path)
  await addCourse(waiting)
  expect((await render('order-instructions', waiting))?.text).toContain('The courses open once we have')
  const refunded = await setUp({ ...PAID, ...path, status: 'refunded', refundedCents: 6_000 })
  await addCourse(refunded)
  const refund = await render('refund', refunded, await addDoneRefund(refunded.order.id, 6_000))
  expect(refund?.text).toContain('in case you buy them again')
})

it('sends the instructions with amount and order number, while the order waits', async () => {
  const waiting = await setUp({ provider: 'manual' })
  const email = await render('order-instructions', waiting)
  expect(email?.text).toContain('“Database Management” for $60.00')
  expect(email?.text).toContain('Pay to account 17 within 14 days.\nLantern Academy\n\nThank you.')
  expect(email?.html).toContain('Pay to account 17 within 14 days.<br/>Lantern Academy<br/><br/>Thank you.')
  expect(email?.text).toContain(`Order number: ${waiting.order.number}`)
  expect(await render('order-instructions', await setUp({ ...PAID, provider: 'manual' }))).toBeNull()
  expect(await render('order-instructions', await setUp({ status: 'expired', provider: 'manual' }))).toBeNull()
})

it('tells admins what is wrong, and not what happened before or after it', async () => {
  const paid = await setUp()
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute))
  const event = (text: string, minute: number) => ({ orderId: paid.order.id, text, createdAt: at(minute) })
  await t.db
    .insert(orderEvents)
    .values([
      event('Paid $60.00', 0),
      event('The bank disputes the payment', 5),
      event('The course is closed', 5),
      event('Won', 9),
    ])
  const email = await render('order-trouble', paid, { createdAt: at(5) })
  expect(email?.subject).toBe(`Order ${paid.order.number} needs your attention`)
  expect(email?.text).toMatch(/The bank disputes the payment\.\s+The course is closed\./)
  expect(email?.text).not.toMatch(/Paid \$60|Won/)
  expect(email?.text).toContain(`${SITE}/dashboard/orders/${paid.order.id}`)
})

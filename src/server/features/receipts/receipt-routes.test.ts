import { eq, sql } from 'drizzle-orm'
import { beforeAll, expect, it } from 'vitest'
import { orders } from '#server/platform/db/schema.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { addOrder, addRefund } from '#server/testing/commerce/order-factories.ts'
import { readPdf } from '#server/testing/files/read-pdf.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({ SELLER: 'Lantern Academy GmbH|Lindenstraße 12|VAT ID DE123456789' })
let student: SignedInUser
let stranger: SignedInUser
let admin: SignedInUser
beforeAll(async () => {
  student = await t.make.signedIn()
  stranger = await t.make.signedIn()
  admin = await t.make.signedIn({ role: 'admin' })
})

const get = (url: string, cookie?: string) => t.app.inject({ url, headers: { ...(cookie && { cookie }) } })
const receiptUrl = (orderId: number | string) => `/api/orders/${orderId}/receipt.pdf`
const creditNoteUrl = (orderId: number | string) => `/api/orders/${orderId}/credit-note.pdf`

async function addPaidOrder(values: Partial<typeof orders.$inferInsert> & { title?: string } = {}) {
  const { title = 'Database Management', ...columns } = values
  const course = { ...(await t.make.course()), title }
  const paidAt = new Date('2026-11-21T09:32:00Z')
  return addOrder(t.db, {
    ...{ course, status: 'paid', paidAt, provider: 'stripe', paymentReference: 'pi_123' },
    ...columns,
    userId: student.id,
  })
}

async function refund(orderId: number, amountCents: number, status: 'succeeded' | 'pending' | 'failed' = 'succeeded') {
  const doneAt = status === 'succeeded' ? new Date('2026-12-01T10:00:00Z') : null
  await addRefund(t.db, { orderId, amountCents, status, requestedBy: student.email, doneAt })
}

async function readText(url: string, cookie = student.cookie) {
  const response = await get(url, cookie)
  expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
  return (await readPdf(response.rawPayload)).text
}

it.each([receiptUrl, creditNoteUrl])('refuses a visitor, another student and an unknown order: %s', async (toUrl) => {
  const order = await addPaidOrder()
  await refund(order.id, 6_000)
  const statuses = await Promise.all([
    get(toUrl(order.id)),
    get(toUrl(order.id), stranger.cookie),
    get(toUrl(999_999), admin.cookie),
    get(toUrl('1e3'), admin.cookie),
    get(toUrl(`${order.id}'--`), admin.cookie),
    get(toUrl('9'.repeat(30)), admin.cookie),
  ])
  expect(statuses.map(({ statusCode }) => statusCode)).toEqual([401, 404, 404, 404, 404, 404])
  expect(statuses[1]?.json()).toEqual({ status: false, code: 'order_not_found', msg: 'Order not found' })
})

it.each(['pending', 'cancelled', 'expired'] as const)('returns 404 for an order that is %s', async (status) => {
  const order = await addOrder(t.db, { userId: student.id, course: await t.make.course(), status })
  expect((await get(receiptUrl(order.id), student.cookie)).statusCode).toBe(404)
})

it('returns 404 for the credit note of an order without a finished refund', async () => {
  const order = await addPaidOrder()
  await refund(order.id, 1_000, 'pending')
  await refund(order.id, 1_000, 'failed')
  expect((await get(creditNoteUrl(order.id), student.cookie)).statusCode).toBe(404)
})

it('keeps the receipt of a deleted account for admins', async () => {
  const order = await addPaidOrder()
  await t.db.update(orders).set({ userId: null }).where(eq(orders.id, order.id))
  expect((await get(receiptUrl(order.id), student.cookie)).statusCode).toBe(404)
  expect(await readText(receiptUrl(order.id), admin.cookie)).toContain('Ada Lovelace')
})

it('gives owner and admin the same receipt, which nobody caches', async () => {
  const order = await addPaidOrder()
  const answers = await Promise.all([student, admin].map(({ cookie }) => get(receiptUrl(order.id), cookie)))
  const [own, admins] = answers.map(({ rawPayload }) => rawPayload)
  expect(own?.equals(admins ?? Buffer.alloc(0))).toBe(true)
  expect(answers[0]?.headers).toMatchObject({
    'content-disposition': `inline; filename="receipt-${order.number}.pdf"`,
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
  })
})

it('states seller, buyer, order, amounts and tax', async () => {
  const order = await addPaidOrder({
    ...{ listCents: 15_300, discountCents: 3_060, couponCents: 1_224, totalCents: 11_016, taxCents: 1_836 },
    ...{ taxRate: 2_000, couponCode: 'WELCOME10', createdAt: new Date('2026-11-20T23:30:00Z') },
  })
  const text = await readText(receiptUrl(order.id))
  for (const part of [
    `Receipt ${order.number} · 21 November 2026 PAID`,
    'From Lantern Academy GmbH Lindenstraße 12 VAT ID DE123456789',
    'Billed to Ada Lovelace ada@mail.example',
    'Ordered 20 November 2026 Paid 21 November 2026',
    'Payment Online payment with Stripe Reference pi_123',
    'Database Management $153.00 Discount −$30.60 Coupon WELCOME10 −$12.24 Total paid $110.16',
    'The total of $110.16 includes $18.36 tax (20%).',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Test mode')
})

it('prints the order’s own seller on receipt and credit note, not the one of today', async () => {
  const order = await addPaidOrder({ seller: ['Wick & Sons', '3 Old Street'] })
  await refund(order.id, 1_000)
  for (const toUrl of [receiptUrl, creditNoteUrl]) {
    const text = await readText(toUrl(order.id))
    expect(text).toContain('From Wick & Sons 3 Old Street')
    expect(text).not.toContain('Lantern Academy GmbH')
  }
})

it('adds a tax that prices do not include', async () => {
  const order = await addPaidOrder({
    ...{ listCents: 10_000, taxCents: 725, totalCents: 10_725, taxRate: 725, taxIncluded: false, currency: 'EUR' },
  })
  expect(await readText(receiptUrl(order.id))).toContain(
    'Database Management €100.00 Tax 7.25% €7.25 Total paid €107.25',
  )
})

it('shows refunds on the receipt and on the credit note', async () => {
  const order = await addPaidOrder({ totalCents: 6_000, taxCents: 1_000, taxRate: 2_000, status: 'partially_refunded' })
  await refund(order.id, 2_000)
  expect(await readText(receiptUrl(order.id))).toMatch(
    /PARTLY REFUNDED.*Total paid \$60\.00 Refunded on 1 December 2026 −\$20\.00 Paid after refunds \$40\.00/,
  )
  const note = await readText(creditNoteUrl(order.id))
  expect(note).toContain(`Credit note ${order.number}-C · 1 December 2026 PARTLY REFUNDED`)
  expect(note).toContain('Total refunded $20.00')
  expect(note).toContain(`belongs to receipt ${order.number} of 21 November 2026 over $60.00`)
  expect(note).toContain('includes $3.33 tax (20%)')
})

it('says REFUNDED, and the whole tax, once everything is refunded in parts', async () => {
  const order = await addPaidOrder({ totalCents: 6_000, taxCents: 1_000, taxRate: 2_000, status: 'refunded' })
  await refund(order.id, 2_000)
  await refund(order.id, 4_000)
  expect(await readText(receiptUrl(order.id))).toMatch(/ REFUNDED.*Paid after refunds \$0\.00/)
  expect(await readText(creditNoteUrl(order.id))).toMatch(/\$20\.00.*\$40\.00.*Total refunded \$60\.00.*\$10\.00 tax/)
})

it.each([{ provider: 'test' }, { provider: 'stripe', checkoutReference: 'cs_test_1' }] as const)(
  'says that a test order was not charged: %j',
  async (values) => {
    const order = await addPaidOrder(values)
    expect(await readText(receiptUrl(order.id))).toContain('Test mode. No money was charged.')
  },
)

it('has a receipt for an order that a coupon has paid', async () => {
  const order = await addPaidOrder({
    ...{ listCents: 6_000, couponCents: 6_000, totalCents: 0, provider: null, paymentReference: null },
    couponCode: 'FREE',
  })
  const text = await readText(receiptUrl(order.id))
  expect(text).toContain('Payment Nothing to pay')
  expect(text).toContain('Coupon FREE −$60.00 Total paid $0.00')
})

it.each([
  ['Latin', 'Łódź naïve Ğüzel Ærø'],
  ['Vietnamese', 'Quản lý cơ sở dữ liệu'],
  ['Cyrillic', 'Базы данных: первый шаг'],
  ['Greek', 'Βάσεις δεδομένων'],
  ['Chinese', '数据库管理入门'],
  ['Japanese', 'データベースの基礎'],
  ['Korean', '데이터베이스 입문'],
  ['Arabic', 'مقدمة في قواعد البيانات'],
  ['Hebrew', 'מבוא למסדי נתונים'],
  ['Devanagari', 'हिन्दी में डेटाबेस'],
])('has real text and an embedded font for %s', async (_script, title) => {
  const order = await addPaidOrder({ title, buyerName: title })
  const { rawPayload } = await get(receiptUrl(order.id), student.cookie)
  expect((await readPdf(rawPayload)).text.split(title)).toHaveLength(3)
  expect(rawPayload.toString('latin1')).toMatch(/\/FontFile2? \d+ 0 R/)
  expect(rawPayload.toString('latin1')).not.toContain('/Helvetica')
})

it('leaves out emoji, and replaces letters of scripts without a font', async () => {
  const order = await addPaidOrder({ title: '🚀 Rust ™ 🇩🇪 ጤና ᚠ 👩‍💻!' })
  expect(await readText(receiptUrl(order.id))).toContain('Rust ™ ?? ? !')
})

it('breaks a long title and a long word, and never leaves the page', async () => {
  const order = await addPaidOrder({ title: 'W'.repeat(200), buyerName: `${'long '.repeat(20)}` })
  const { rawPayload } = await get(receiptUrl(order.id), student.cookie)
  const { text, pages } = await readPdf(rawPayload)
  expect(pages).toBe(1)
  expect(text.replaceAll(' ', '')).toContain('W'.repeat(200))
})

it('treats markup and control characters as text', async () => {
  const order = await addPaidOrder({ title: '(<b>x</b>) \\ /Type /Catalog endobj' })
  expect(await readText(receiptUrl(order.id))).toContain('(<b>x</b>) \\ /Type /Catalog endobj')
})

it('keeps the title and the price of the order when the course changes', async () => {
  const order = await addPaidOrder()
  await t.db.execute(sql`update courses set title = 'Renamed', price_cents = 1`)
  expect(await readText(receiptUrl(order.id))).toContain('Database Management $60.00')
})

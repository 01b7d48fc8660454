import { eq } from 'drizzle-orm'
import Papa from 'papaparse'
import { beforeAll, describe, expect, it } from 'vitest'
import { removeFormulaEscape } from '#contract/text/csv.ts'
import { coupons, orderItems, type orders } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { insertOrder } from '#server/testing/commerce/order-rows.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()
let admin: SignedInUser
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})

interface Bought {
  user: { id: number; firstName: string; lastName: string; email: string }
  course: { id: number }
}
/** An order with the buyer's name and email, as it is made. */
const order = ({ user, course, ...values }: Bought & Partial<typeof orders.$inferInsert>) =>
  insertOrder(t.db, user.id, course.id, {
    buyerName: `${user.firstName} ${user.lastName}`,
    buyerEmail: user.email,
    ...values,
  })

async function download(filter: Record<string, string> = {}): Promise<Record<string, string>[]> {
  const { statusCode, payload } = await t.app.inject({
    url: `/api/exports/orders.csv?${new URLSearchParams(filter)}`,
    headers: { cookie: admin.cookie },
  })
  expect([statusCode, payload.startsWith('\ufeff')]).toEqual([200, true])
  return Papa.parse<Record<string, string>>(payload.slice(1, -2), { header: true, delimiter: ',' }).data
}

it('exports every amount of an order in dollars, with its courses and dates', async () => {
  const user = await t.make.user({ firstName: 'Mara', lastName: 'Ilves' })
  const course = await t.make.course()
  const coupon = at(await t.db.insert(coupons).values({ code: 'CSV', kind: 'amount', value: 1_000 }).returning())
  const bought = await order({
    ...{ user, course, status: 'partially_refunded', couponId: coupon.id, couponCode: 'CSV', currency: 'EUR' },
    ...{ listCents: 8_000, discountCents: 2_000, couponCents: 1_000, taxCents: 95, totalCents: 5_095 },
    ...{ refundedCents: 105, taxRate: 1_900, taxIncluded: false, provider: 'manual', paymentReference: 'Transfer 7' },
    createdAt: new Date('2026-03-04T05:06:07.890Z'),
    paidAt: new Date('2026-03-05T00:00:00Z'),
  })
  expect(await download({ search_text: bought.number })).toEqual([
    {
      ...{ order_id: String(bought.id), number: bought.number, status: 'partially_refunded' },
      ...{ created_date: '2026-03-04T05:06:07.890Z', paid_date: '2026-03-05T00:00:00.000Z', refunded_date: '' },
      ...{ name: 'Mara Ilves', email: user.email, courses: 'A course', currency: 'EUR' },
      ...{ list_price: '80', discount: '20', coupon: '10', coupon_code: 'CSV', tax: '0.95', tax_rate: '19' },
      ...{ tax_included: 'false', total: '50.95', refunded: '1.05', provider: 'manual' },
      payment_reference: 'Transfer 7',
    },
  ])
})

it('escapes what a spreadsheet would run as a formula', async () => {
  const user = await t.make.user({ firstName: '=1+1', lastName: 'X', email: '+cmd@mail.example' })
  const course = await t.make.course()
  await order({ user, course, paymentReference: '-2+3' })
  await t.db.update(orderItems).set({ title: '@SUM(A1)' }).where(eq(orderItems.courseId, course.id))
  const [row = {}] = await download({ search_text: '+cmd@mail.example' })
  const cells = ['name', 'email', 'courses', 'payment_reference'].map((column) => row[column] ?? '')
  expect(cells.every((cell) => cell.startsWith("'"))).toBe(true)
  expect(cells.map(removeFormulaEscape)).toEqual(['=1+1 X', '+cmd@mail.example', '@SUM(A1)', '-2+3'])
})

describe('the filter of the panel', () => {
  const find = async (search_text: string, select_data = '') =>
    (await download({ search_text, select_data })).map(({ order_id }) => Number(order_id))

  it('finds the words in the number, the name, the email and the course, in any order and case', async () => {
    const user = await t.make.user({ firstName: 'Zelda', lastName: 'Quince', email: 'zq@orchard.example' })
    const [course, other] = [await t.make.course({ title: 'Grafting pears' }), await t.make.course({ title: 'Apples' })]
    const one = await order({ user, course })
    const two = await order({ user, course: other })
    await order({ user: await t.make.user(), course: other })
    expect(await find('quince zelda')).toEqual([two.id, one.id])
    expect(await find('ORCHARD.example')).toEqual([two.id, one.id])
    expect(await find('pears')).toEqual([one.id])
    expect(await find('apples zelda')).toEqual([two.id])
    expect(await find(one.number)).toEqual([one.id])
    expect(await find('zelda nobody')).toEqual([])
    expect(await find('zel_a')).toEqual([])
    expect(await find('%')).toEqual([])
  })

  it('finds a status, and the orders with a request for a refund', async () => {
    const [user, course] = [await t.make.user({ email: 'status@mail.example' }), await t.make.course()]
    const ids = new Map<string, number>()
    for (const status of ['pending', 'paid', 'refunded', 'cancelled'] as const)
      ids.set(status, (await order({ user, course, status })).id)
    const asked = await order({ user, course, refundRequestedAt: new Date() })
    expect(await find('status@', 'pending')).toEqual([ids.get('pending')])
    expect(await find('status@', 'refunded')).toEqual([ids.get('refunded')])
    expect(await find('status@', 'paid')).toEqual([asked.id, ids.get('paid')])
    expect(await find('status@', 'refund_requested')).toEqual([asked.id])
  })
})

import { beforeAll, describe, expect, it } from 'vitest'
import type { OrderEvent } from '#contract/schemas/commerce/order-admin.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import { courses } from '#server/platform/db/schema.ts'
import { insertOrder } from '#server/testing/commerce/order-rows.ts'
import { buyCourse, placeOrder } from '#server/testing/commerce/orders.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({ PAYMENTS: 'test' })
let admin: SignedInUser
beforeAll(async () => {
  admin = await t.make.signedIn({ role: 'admin' })
})
const ask = (input: object = {}) => t.send('getOrders', { page: 1, ...input }, admin.cookie)
const find = async (input: object) => ((await ask(input)).body.msg as Order[]).map(({ order_id }) => order_id)

describe('getOrders', () => {
  it('returns the orders of all students as getOrder does', async () => {
    const [one, other] = [await t.make.signedIn(), await t.make.signedIn()]
    const paid = await buyCourse(t, one)
    const open = await placeOrder(t, other)
    const { body } = await ask({ search_text: 'mail.example' })
    const read = async (order_id: number) => (await t.call('getOrder', { order_id }, admin.cookie)).body.msg
    expect(body.msg).toEqual([await read(open.order_id), await read(paid.order_id)])
    expect(body.msg).toMatchObject([
      { status: 'pending', buyer: { student_id: other.id, email: other.email } },
      { status: 'paid', buyer: { student_id: one.id, email: one.email } },
    ])
  })

  it('searches numbers, names, emails and courses, and filters by status', async () => {
    const student = await t.make.signedIn({ firstName: 'Quilla', email: 'quilla@orchard.example' })
    const course = await t.make.course({ title: 'Zebra grooming', priceCents: 4_000 })
    const order = await buyCourse(t, student, course.id)
    for (const search_text of ['quilla', 'ORCHARD', 'zebra', 'grooming quilla', order.number])
      expect([search_text, await find({ search_text })]).toEqual([search_text, [order.order_id]])
    expect(await find({ search_text: 'quilla', select_data: 'paid' })).toEqual([order.order_id])
    expect(await find({ search_text: 'quilla', select_data: 'refunded' })).toEqual([])
  })

  it('finds orders by several words that are all common', async () => {
    const values = Array.from({ length: 60 }, (_, n) => ({
      title: `Lamplit shelf ${n}`,
      description: '',
      category: '',
    }))
    const [course] = await t.db.insert(courses).values(values).returning({ id: courses.id })
    const user = await t.make.user()
    const order = await insertOrder(t.db, user.id, course?.id ?? 0, { buyerName: 'Wick Shelf' })
    for (const search_text of ['lamplit shelf', 'shelf lamplit wick', 'a e lamplit shelf wick mail'])
      expect([search_text, await find({ search_text })]).toEqual([search_text, [order.id]])
    expect(await find({ search_text: 'lamplit shelf nowhere' })).toEqual([])
  })

  it('returns 20 a page, newest first', async () => {
    const [user, course] = [await t.make.user(), await t.make.course()]
    for (let n = 0; n < 41; n++) await insertOrder(t.db, user.id, course.id, { buyerEmail: 'many@mail.example' })
    const pages = await Promise.all([1, 2, 3].map((page) => ask({ page, search_text: 'many@' })))
    expect(pages.map(({ body }) => [(body.msg as Order[]).length, body.nextPage])).toEqual([
      [20, 2],
      [20, 3],
      [1, null],
    ])
    const ids = pages.flatMap(({ body }) => (body.msg as Order[]).map(({ order_id }) => order_id))
    expect(ids).toEqual(ids.toSorted((a, b) => b - a))
  })

  it.each([{ page: 0 }, { select_data: 'lost and found' }, { search_text: 'x'.repeat(101) }, { search_text: ['a'] }])(
    'returns 400 for %j',
    async (input) => {
      const { status, body } = await ask(input)
      expect([status, body.code]).toEqual([400, 'invalid_input'])
    },
  )
})

describe('getOrderEvents', () => {
  it('returns what has happened, oldest first, and who did it', async () => {
    const student = await t.make.signedIn()
    const { order_id } = await buyCourse(t, student)
    const { body } = await t.call('getOrderEvents', { order_id }, admin.cookie)
    expect(body.msg as OrderEvent[]).toMatchObject([
      { text: 'Ordered', by: student.email, date: expect.stringMatching(/Z$/) },
      { text: 'Paid $60.00', by: student.email },
    ])
  })

  it('is for admins, and knows its orders', async () => {
    const student = await t.make.signedIn()
    const { order_id } = await placeOrder(t, student)
    expect((await t.call('getOrderEvents', { order_id }, student.cookie)).status).toBe(403)
    expect((await t.call('getOrderEvents', { order_id: 999_999_999 }, admin.cookie)).body.code).toBe('order_not_found')
  })
})

describe('a manual order of the time when that was offered', () => {
  it('can be paid, refunded and cancelled, but no new one is made', async () => {
    const [student, course] = [await t.make.user(), await t.make.course()]
    const add = () =>
      insertOrder(t.db, student.id, course.id, { status: 'pending', provider: 'manual', checkoutReference: null })
    const send = async (name: 'markOrderPaid' | 'refundOrder' | 'cancelOrder', input: object) => {
      const { body } = await t.send(name, input, admin.cookie)
      return (body.msg as Order).status
    }
    const { id: order_id } = await add()
    expect(await send('markOrderPaid', { order_id, reference: 'Transfer' })).toBe('paid')
    expect(await send('refundOrder', { order_id, reason: 'As asked' })).toBe('refunded')
    expect(await send('cancelOrder', { order_id: (await add()).id, reason: 'As asked' })).toBe('cancelled')
    const other = await t.make.signedIn()
    const { id: course_id } = await t.make.course({ priceCents: 100 })
    expect((await t.call('createOrder', { course_id, provider: 'manual' }, other.cookie)).body.code).toBe(
      'not_configured',
    )
  })
})

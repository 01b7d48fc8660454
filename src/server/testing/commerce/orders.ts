import { eq } from 'drizzle-orm'
import { afterAll, beforeAll } from 'vitest'
import { getOutboxFolder } from '#server/open-storage.ts'
import { renderEmail } from '#server/features/emails/render-email.ts'
import { createOutboxDelivery } from '#server/platform/mail/delivery.ts'
import { Mailer } from '#server/platform/mail/mailer.ts'
import { placeOrder as placeOrderIn } from '#server/features/orders/checkout/place-order.ts'
import { toUser } from '#server/platform/db/user-row.ts'
import { createPayments } from '#server/features/payments/create-payments.ts'
import type { OrderServices } from '#server/features/orders/state/change-order.ts'
import type { Order } from '#contract/schemas/commerce/orders.ts'
import { coupons, entitlements, orderEvents, orders, type users } from '#server/platform/db/schema.ts'
import type { SignedInUser } from '#server/testing/factories.ts'
import type { TestApp } from '#server/testing/test-app.ts'
import type { TestResponse } from '#server/testing/test-client.ts'

export const CARD = {
  paid: '4242424242424242',
  declined: '4000000000000002',
  noFunds: '4000000000009995',
  confirmed: '4000002500003155',
  later: '4000000000000077',
} as const

export const PRICED = { priceCents: 10_000, discount: 40 }

export const toOrder = ({ status, body }: TestResponse): Order => {
  if (status !== 200) throw new Error(`${status} ${body.code}: ${String(body.msg)}`)
  return body.msg as Order
}

type App = Pick<TestApp, 'call' | 'db' | 'make'>

/** A student's order of a course for $60. */
export async function placeOrder(t: App, student: SignedInUser, courseId?: number): Promise<Order> {
  const course_id = courseId ?? (await t.make.course(PRICED)).id
  return toOrder(await t.call('createOrder', { course_id }, student.cookie))
}

export async function buyCourse(t: App, student: SignedInUser, courseId?: number): Promise<Order> {
  const { order_id } = await placeOrder(t, student, courseId)
  return toOrder(await t.call('payTestOrder', { order_id, card: CARD.paid }, student.cookie))
}

/** A pending manual order, without the API. */
export async function storeOrder(
  t: Pick<TestApp, 'db' | 'env' | 'make'>,
  student: typeof users.$inferSelect,
): Promise<number> {
  const { id: courseId } = await t.make.course(PRICED)
  const user = toUser({ ...student, isActive: true })
  const request = {
    user,
    subject: { course_id: courseId },
    provider: 'manual',
    coupon: undefined,
    totalCents: undefined,
    canSendInstructions: true,
  } as const
  const placed = await t.db.transaction((tx) => placeOrderIn(tx, createPayments(t.env, t.db, false), request))
  if (!('orderId' in placed)) throw new Error('The order was not made')
  return placed.orderId
}

let lastNumber = 0

/** 25 % off every course. */
export async function makeCoupon({ db }: Pick<TestApp, 'db'>, values: Partial<typeof coupons.$inferInsert> = {}) {
  const [coupon] = await db
    .insert(coupons)
    .values({ code: `COUPON${++lastNumber}`, kind: 'percent', value: 2_500, ...values })
    .returning()
  if (!coupon) throw new Error('The coupon was not created')
  return coupon
}

export async function getOrderRow({ db }: Pick<TestApp, 'db'>, orderId: number) {
  const [row] = await db.select().from(orders).where(eq(orders.id, orderId))
  if (!row) throw new Error('No such order')
  return row
}

/** Oldest first. */
export async function getTimeline({ db }: Pick<TestApp, 'db'>, orderId: number): Promise<string[]> {
  const rows = await db.select().from(orderEvents).where(eq(orderEvents.orderId, orderId)).orderBy(orderEvents.id)
  return rows.map(({ text }) => text)
}

export const getEntitlements = ({ db }: Pick<TestApp, 'db'>, userId: number) =>
  db.select().from(entitlements).where(eq(entitlements.userId, userId)).orderBy(entitlements.id)

/** Whether the course's lessons open. */
export async function canOpen(t: App, student: SignedInUser, course_id: number): Promise<boolean> {
  const { body } = await t.call('getCourseData', { course_id }, student.cookie)
  return (body.msg as { enrolled: boolean }).enrolled
}

/** For the work of background jobs, without waiting for their time. Nothing is invalidated in the app's cache. */
export function useOrderServices(t: TestApp): OrderServices {
  // Empty until beforeAll fills it, which is before any test can use it.
  const services = {} as OrderServices
  let mailer: Mailer | undefined
  beforeAll(() => {
    const { db, env, app } = t
    const deliver = createOutboxDelivery(getOutboxFolder(env), env.mailFrom)
    const payments = createPayments(env, db, false)
    const site = { siteUrl: env.publicUrl, payments }
    mailer = new Mailer({ db, deliver, renderEmail: (mail) => renderEmail(db, mail, site), log: app.log })
    Object.assign(services, { db, invalidate: () => {}, payments, live: { sendToUser: () => {} }, mailer })
  })
  afterAll(() => mailer?.close())
  return services
}

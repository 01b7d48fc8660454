import { eq, like, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { courses, orders, refunds, reviews, systemLog, testPayments, users } from '#server/platform/db/schema.ts'
import {
  buyCourse,
  canOpen,
  getOrderRow,
  getTimeline,
  makeCoupon,
  placeOrder,
  PRICED,
  toOrder,
  useOrderServices,
} from '#server/testing/commerce/orders.ts'
import { getSentMails } from '#server/testing/mail/sent-mails.ts'
import { runDueRefunds } from './refunds/run-refund.ts'
import { eventually } from '#server/testing/eventually.ts'
import { connectChat } from '#server/testing/network/socket-client.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp({ PAYMENTS: 'test' })
const services = useOrderServices(t)

async function makeBuyer() {
  const student = await t.make.signedIn()
  const course_id = (await t.make.course(PRICED)).id
  const { order_id } = await buyCourse(t, student, course_id)
  return { student, course_id, order_id }
}

const runJobs = () => runDueRefunds(services)
const makeAdmin = () => t.make.signedIn({ role: 'admin' })
const findRefunds = (orderId: number) =>
  t.db.select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(refunds.id)
/** For `runJobs`, or for the server's own job when its time has come just then. */
const makeDue = (orderId: number, changes: { tries?: number } = {}) =>
  t.db
    .update(refunds)
    .set({ ...changes, nextTryAt: sql`now()` })
    .where(eq(refunds.orderId, orderId))
const age = (orderId: number, days: number) =>
  t.db
    .update(orders)
    .set({ paidAt: sql`now() - make_interval(days => ${days}, mins => -1)` })
    .where(eq(orders.id, orderId))

test('refunds in full within 30 days, closes the course and keeps progress', async () => {
  const admin = await makeAdmin()
  const { student, course_id, order_id } = await makeBuyer()
  await t.call('completeCourse', { course_id, id: await getLessonId(course_id), value: true }, student.cookie)
  const order = toOrder(await t.call('refundOrder', { order_id, reason: 'Not for me' }, student.cookie))
  expect(order).toMatchObject({
    ...{ status: 'refunded', refunded: 60, refundable_until: null, refund_requested_date: null, refund_pending: false },
    can_buy_again: true,
    refunded_date: expect.any(String),
  })
  expect(await canOpen(t, student, course_id)).toBe(false)
  expect(await getTimeline(t, order_id)).toEqual([
    'Ordered',
    'Paid $60.00',
    'Refund of $60.00 started: Not for me',
    'Refunded $60.00',
  ])
  const [payment] = await t.db.select().from(testPayments).where(eq(testPayments.orderId, order_id))
  expect(payment?.refundedCents).toBe(6_000)
  expect(await getSentMails(t, student.email)).toHaveLength(2)
  expect(await getSentMails(t, admin.email)).toHaveLength(1)
  await buyCourse(t, student, course_id)
  const { body } = await t.call('getCourseData', { course_id }, student.cookie)
  expect(body.msg).toMatchObject({ enrolled: true, msg: { completed: [{ title: 'One' }] } })
})

test('tells the student’s open tabs, and nobody else, when a course opens and closes', async () => {
  const [student, other] = [await t.make.signedIn(), await t.make.signedIn()]
  const clients = [await connectChat(t.app, student), await connectChat(t.app, other)] as const
  const course_id = (await t.make.course(PRICED)).id
  const { order_id } = await buyCourse(t, student, course_id)
  const countFrames = () =>
    clients.map(({ frames }) => frames.filter((one) => 'course_id' in one && one.course_id === course_id).length)
  await eventually(() => expect(countFrames()[0]).toBeGreaterThan(0))
  const before = countFrames()[0] ?? 0
  await t.call('refundOrder', { order_id }, student.cookie)
  await eventually(() => expect(countFrames()[0]).toBeGreaterThan(before))
  expect(countFrames()[1]).toBe(0)
  for (const client of clients) await client.close()
})

async function getLessonId(course_id: number): Promise<number> {
  const row = await t.db.query.lessons.findFirst({ where: (lesson) => eq(lesson.courseId, course_id) })
  if (!row) throw new Error('The course has no lesson')
  return row.id
}

test('returns 403 refund_too_late after 30 days, where an admin can still refund', async () => {
  const { student, course_id, order_id } = await makeBuyer()
  await age(order_id, 30)
  expect(toOrder(await t.call('getOrder', { order_id }, student.cookie)).refundable_until).not.toBeNull()
  await age(order_id, 31)
  expect(toOrder(await t.call('getOrder', { order_id }, student.cookie)).refundable_until).toBeNull()
  const late = await t.call('refundOrder', { order_id }, student.cookie)
  expect([late.status, late.body.code]).toEqual([403, 'refund_too_late'])
  expect(await canOpen(t, student, course_id)).toBe(true)
  const admin = await makeAdmin()
  expect((await t.call('refundOrder', { order_id }, admin.cookie)).body).toMatchObject({
    code: 'invalid_input',
    msg: 'A reason is required',
  })
  expect(toOrder(await t.call('refundOrder', { order_id, reason: 'Goodwill' }, admin.cookie)).status).toBe('refunded')
  expect(await canOpen(t, student, course_id)).toBe(false)
})

test('an admin refunds in parts, and the last part closes the course', async () => {
  const admin = await makeAdmin()
  const { student, course_id, order_id } = await makeBuyer()
  const refund = (amount?: number) =>
    t.call('refundOrder', { order_id, reason: 'Late start', ...(amount !== undefined && { amount }) }, admin.cookie)
  expect((await refund(60.01)).body.code).toBe('invalid_input')
  expect(toOrder(await refund(19.99))).toMatchObject({ status: 'partially_refunded', refunded: 19.99 })
  expect(await canOpen(t, student, course_id)).toBe(true)
  expect((await refund(40.02)).body.code).toBe('invalid_input')
  expect(toOrder(await refund(0.01))).toMatchObject({ status: 'partially_refunded', refunded: 20 })
  expect(toOrder(await refund())).toMatchObject({ status: 'refunded', refunded: 60 })
  expect(await canOpen(t, student, course_id)).toBe(false)
  expect((await findRefunds(order_id)).map(({ amountCents }) => amountCents)).toEqual([1_999, 1, 4_000])
  expect((await refund()).body.code).toBe('already_refunded')
})

test('returns 409 order_state when another amount can be refunded than was shown, and refunds nothing', async () => {
  const admin = await makeAdmin()
  const { order_id } = await makeBuyer()
  const refund = (values: { amount?: number; refundable: number }) =>
    t.call('refundOrder', { order_id, reason: 'Late start', ...values }, admin.cookie)
  const answers = await Promise.all([1, 2].map(() => refund({ amount: 12.5, refundable: 60 })))
  expect(answers.map(({ status, body }) => [status, body.code]).sort()).toEqual([
    [200, undefined],
    [409, 'order_state'],
  ])
  expect((await refund({ refundable: 60 })).body.code).toBe('order_state')
  expect((await findRefunds(order_id)).map(({ amountCents }) => amountCents)).toEqual([1_250])
  expect(toOrder(await refund({ refundable: 47.5 })).status).toBe('refunded')
})

test('returns 409 already_refunded for a second full refund, and to all but one of 100 at once', async () => {
  const { student, order_id } = await makeBuyer()
  const answers = await Promise.all(
    Array.from({ length: 100 }, () => t.call('refundOrder', { order_id }, student.cookie)),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 99 }, () => 409)])
  expect(new Set(answers.map(({ body }) => body.code))).toEqual(new Set([undefined, 'already_refunded']))
  expect(await findRefunds(order_id)).toMatchObject([{ status: 'succeeded', amountCents: 6_000 }])
  expect((await t.call('refundOrder', { order_id }, student.cookie)).body.code).toBe('already_refunded')
})

test('refuses a part to a student, and any refund of an order that is not paid or cost nothing', async () => {
  const { student, order_id } = await makeBuyer()
  expect((await t.call('refundOrder', { order_id, amount: 10 }, student.cookie)).body.code).toBe('not_allowed')
  const open = await placeOrder(t, student)
  expect((await t.call('refundOrder', { order_id: open.order_id }, student.cookie)).body.code).toBe('order_state')
  const { code } = await makeCoupon(t, { value: 10_000 })
  const course_id = (await t.make.course(PRICED)).id
  const free = toOrder(await t.call('createOrder', { course_id, coupon: code }, student.cookie))
  expect((await t.call('refundOrder', { order_id: free.order_id }, student.cookie)).body.code).toBe('order_state')
  expect(await canOpen(t, student, course_id)).toBe(true)
})

test('logs a refund and a dismissed request under the admin, and what the payment service did under nobody', async () => {
  const admin = await makeAdmin()
  const { order_id, student } = await makeBuyer()
  const { number } = await getOrderRow(t, order_id)
  await t.db
    .update(orders)
    .set({ refundRequestedAt: sql`now()` })
    .where(eq(orders.id, order_id))
  toOrder(await t.call('cancelOrder', { order_id, reason: 'All was watched' }, admin.cookie))
  toOrder(await t.call('refundOrder', { order_id, reason: 'Agreed' }, admin.cookie))
  const { message, email, studentId } = systemLog
  const rows = await t.db
    .select({ message, email, studentId })
    .from(systemLog)
    .where(like(message, `Order ${number}:%`))
    .orderBy(systemLog.id)
  const by = (user: typeof admin) => ({ email: user.email, studentId: user.id })
  expect(rows).toEqual([
    { message: `Order ${number}: Paid $60.00`, ...by(student) },
    { message: `Order ${number}: Refund request dismissed: All was watched`, ...by(admin) },
    { message: `Order ${number}: Refund of $60.00 started: Agreed`, ...by(admin) },
    { message: `Order ${number}: Refunded $60.00`, email: '', studentId: null },
  ])
})

test('from the fourth refund in a year an admin decides', async () => {
  const admin = await makeAdmin()
  const student = await t.make.signedIn()
  const ids: number[] = []
  for (let i = 0; i < 4; i++) ids.push((await buyCourse(t, student)).order_id)
  for (const order_id of ids.slice(0, 3))
    expect(toOrder(await t.call('refundOrder', { order_id }, student.cookie)).status).toBe('refunded')
  const order_id = ids[3] ?? 0
  const asked = toOrder(await t.call('refundOrder', { order_id }, student.cookie))
  expect(asked).toMatchObject({
    status: 'paid',
    refunded: 0,
    refund_requested_date: expect.any(String),
    refund_pending: false,
  })
  const course_id = asked.items[0]?.course_id ?? 0
  expect(await canOpen(t, student, course_id)).toBe(true)
  expect(await findRefunds(order_id)).toEqual([])
  expect(await getTimeline(t, order_id)).toContain(
    'An admin decides about this refund: the student has had 3 in a year',
  )
  expect((await t.call('refundOrder', { order_id }, student.cookie)).body.code).toBe('order_state')

  expect((await t.call('cancelOrder', { order_id }, student.cookie)).body.code).toBe('order_state')
  expect((await t.call('cancelOrder', { order_id }, admin.cookie)).body.code).toBe('invalid_input')
  const dismissed = toOrder(await t.call('cancelOrder', { order_id, reason: 'All was watched' }, admin.cookie))
  expect(dismissed).toMatchObject({ status: 'paid', refund_requested_date: null })
  expect(await canOpen(t, student, course_id)).toBe(true)
  expect((await getTimeline(t, order_id)).at(-1)).toBe('Refund request dismissed: All was watched')

  await t.call('refundOrder', { order_id }, student.cookie)
  expect(toOrder(await t.call('refundOrder', { order_id, reason: 'Agreed' }, admin.cookie)).status).toBe('refunded')
  // Refunds of more than a year ago do not count.
  await t.db.update(refunds).set({ createdAt: sql`now() - interval '366 days'` })
  const later = await buyCourse(t, student)
  expect(toOrder(await t.call('refundOrder', { order_id: later.order_id }, student.cookie)).status).toBe('refunded')
})

test('a part that an admin gave back is no refund of the student’s', async () => {
  const admin = await makeAdmin()
  const student = await t.make.signedIn()
  for (let i = 0; i < 3; i++) {
    const { order_id } = await buyCourse(t, student)
    toOrder(await t.call('refundOrder', { order_id, amount: 5, reason: 'Sorry' }, admin.cookie))
  }
  const { order_id } = await buyCourse(t, student)
  expect(toOrder(await t.call('refundOrder', { order_id }, student.cookie)).status).toBe('refunded')
})

test.each(['keep', 'remove'] as const)('can %s the review, and its totals stay true', async (review) => {
  const { student, course_id, order_id } = await makeBuyer()
  const other = await t.make.user()
  await t.make.review(other.id, course_id, 5)
  await t.call('addReview', { course_id, review_text: 'Not for me', stars: 1 }, student.cookie)
  toOrder(await t.call('refundOrder', { order_id, review }, student.cookie))
  const [course] = await t.db.select().from(courses).where(eq(courses.id, course_id))
  const left = await t.db.select().from(reviews).where(eq(reviews.courseId, course_id))
  expect(course).toMatchObject(review === 'keep' ? { reviewsCount: 2, starsSum: 6 } : { reviewsCount: 1, starsSum: 5 })
  expect(left).toHaveLength(review === 'keep' ? 2 : 1)
})

test('a review that the student wants removed goes when an admin grants the refund, and not before', async () => {
  const admin = await makeAdmin()
  const { student, course_id, order_id } = await makeBuyer()
  for (let n = 0; n < 3; n++) {
    const other = await buyCourse(t, student)
    toOrder(await t.call('refundOrder', { order_id: other.order_id }, student.cookie))
  }
  await t.call('addReview', { course_id, review_text: 'Not for me', stars: 1 }, student.cookie)
  const countReviews = () => t.db.$count(reviews, eq(reviews.courseId, course_id))
  const ask = (review: 'keep' | 'remove') => t.call('refundOrder', { order_id, review }, student.cookie)
  const dismiss = () => t.call('cancelOrder', { order_id, reason: 'All was watched' }, admin.cookie)
  await ask('remove')
  expect(await countReviews()).toBe(1)
  await dismiss()
  await ask('keep')
  await t.call('refundOrder', { order_id, amount: 10, reason: 'A part' }, admin.cookie)
  expect(await countReviews()).toBe(1)
  await ask('remove')
  expect(toOrder(await t.call('refundOrder', { order_id, reason: 'Agreed' }, admin.cookie)).status).toBe('refunded')
  expect(await countReviews()).toBe(0)
})

test('while the payment service fails, the course is closed and the refund is tried again', async () => {
  const admin = await makeAdmin()
  const { student, course_id, order_id } = await makeBuyer()
  // The service has lost the payment.
  await t.db.update(testPayments).set({ status: 'open' }).where(eq(testPayments.orderId, order_id))
  const waiting = toOrder(await t.call('refundOrder', { order_id }, student.cookie))
  expect(waiting).toMatchObject({ status: 'paid', refunded: 0, refund_pending: true, access_open: false })
  expect(await canOpen(t, student, course_id)).toBe(false)
  expect((await getTimeline(t, order_id)).at(-1)).toBe(
    'The payment service did not refund. It is tried again by itself',
  )
  expect(await getSentMails(t, admin.email)).toHaveLength(1)
  expect((await t.call('refundOrder', { order_id }, student.cookie)).body.code).toBe('already_refunded')
  expect((await t.call('cancelOrder', { order_id, reason: 'No' }, admin.cookie)).body.code).toBe('order_state')
  // It is not due, so that no other process tries it as well.
  await runJobs()
  expect(await findRefunds(order_id)).toMatchObject([{ status: 'pending', tries: 1 }])
  await t.db.update(testPayments).set({ status: 'paid' }).where(eq(testPayments.orderId, order_id))
  await makeDue(order_id)
  await eventually(async () => {
    await runJobs()
    expect(await getOrderRow(t, order_id)).toMatchObject({ status: 'refunded', refundedCents: 6_000 })
  })
  await makeDue(order_id)
  await runJobs()
  expect(await findRefunds(order_id)).toMatchObject([{ status: 'succeeded', tries: 2 }])
})

test('gives a refund up after three days, and an admin can refund again or dismiss it', async () => {
  const admin = await makeAdmin()
  const { student, course_id, order_id } = await makeBuyer()
  await t.db.update(testPayments).set({ status: 'open' }).where(eq(testPayments.orderId, order_id))
  await t.call('refundOrder', { order_id }, student.cookie)
  await makeDue(order_id, { tries: 74 })
  await eventually(async () => {
    await runJobs()
    expect(await findRefunds(order_id)).toMatchObject([{ status: 'failed' }])
  })
  expect(await canOpen(t, student, course_id)).toBe(false)
  expect(toOrder(await t.call('getOrder', { order_id }, student.cookie))).toMatchObject({
    ...{ status: 'paid', refund_pending: false, access_open: false },
  })
  expect((await getTimeline(t, order_id)).at(-1)).toMatch(/Refund it again or dismiss it$/)
  const dismissed = toOrder(await t.call('cancelOrder', { order_id, reason: 'Paid back in cash' }, admin.cookie))
  expect(dismissed.access_open).toBe(true)
  expect(await canOpen(t, student, course_id)).toBe(true)
  await t.db.update(testPayments).set({ status: 'paid' }).where(eq(testPayments.orderId, order_id))
  expect(toOrder(await t.call('refundOrder', { order_id, reason: 'Again' }, admin.cookie)).status).toBe('refunded')
})

/** An admin has refunded a third, and the payment service has not taken it yet. */
async function makePartOnItsWay() {
  const admin = await makeAdmin()
  const buyer = await makeBuyer()
  const { order_id } = buyer
  await t.db.update(testPayments).set({ status: 'open' }).where(eq(testPayments.orderId, order_id))
  const order = toOrder(await t.call('refundOrder', { order_id, amount: 20, reason: 'Late start' }, admin.cookie))
  return { ...buyer, admin, order }
}

test('while a part is on its way, the course is open and the student can take the rest', async () => {
  const { student, course_id, order_id, order } = await makePartOnItsWay()
  expect(order).toMatchObject({
    ...{ status: 'paid', refund_pending: true, refund_requested_date: null, refundable: 40 },
    refundable_until: expect.any(String),
  })
  expect(await canOpen(t, student, course_id)).toBe(true)
  await t.db.update(testPayments).set({ status: 'paid' }).where(eq(testPayments.orderId, order_id))
  expect(toOrder(await t.call('refundOrder', { order_id }, student.cookie))).toMatchObject({
    ...{ status: 'partially_refunded', refunded: 40, refund_pending: true, refundable: 0, refundable_until: null },
  })
  expect(await canOpen(t, student, course_id)).toBe(false)
  expect((await findRefunds(order_id)).map(({ amountCents }) => amountCents)).toEqual([2_000, 4_000])
})

test('a request that waits for an admin stays when an older part arrives', async () => {
  const { admin, student, course_id, order_id } = await makePartOnItsWay()
  const earlier = { amountCents: 6_000, requestedBy: student.email, status: 'succeeded' } as const
  for (let n = 0; n < 3; n++)
    await t.db.insert(refunds).values({ ...earlier, orderId: (await buyCourse(t, student)).order_id })
  const asked = toOrder(await t.call('refundOrder', { order_id }, student.cookie))
  expect(asked).toMatchObject({ status: 'paid', refund_requested_date: expect.any(String) })
  await t.db.update(testPayments).set({ status: 'paid' }).where(eq(testPayments.orderId, order_id))
  await makeDue(order_id)
  await eventually(async () => {
    await runJobs()
    expect(await getOrderRow(t, order_id)).toMatchObject({ status: 'partially_refunded', refundedCents: 2_000 })
  })
  expect(toOrder(await t.call('getOrder', { order_id }, student.cookie)).refund_requested_date).toBe(
    asked.refund_requested_date,
  )
  expect(await canOpen(t, student, course_id)).toBe(true)
  toOrder(await t.call('cancelOrder', { order_id, reason: 'All was watched' }, admin.cookie))
})

test('after a part that was given up, the student can still take all', async () => {
  const { admin, student, course_id, order_id } = await makePartOnItsWay()
  await makeDue(order_id, { tries: 74 })
  await eventually(async () => {
    await runJobs()
    expect(await findRefunds(order_id)).toMatchObject([{ status: 'failed' }])
  })
  expect((await getTimeline(t, order_id)).at(-1)).toMatch(/Refund it again$/)
  expect((await t.call('cancelOrder', { order_id, reason: 'No' }, admin.cookie)).body.code).toBe('order_state')
  expect(await canOpen(t, student, course_id)).toBe(true)
  await t.db.update(testPayments).set({ status: 'paid' }).where(eq(testPayments.orderId, order_id))
  expect(toOrder(await t.call('refundOrder', { order_id }, student.cookie))).toMatchObject({
    ...{ status: 'refunded', refunded: 60 },
  })
})

test('the rest of an order counts as the student’s refund, also after the email has changed', async () => {
  const admin = await makeAdmin()
  const student = await t.make.signedIn()
  const ids: number[] = []
  for (let i = 0; i < 4; i++) ids.push((await buyCourse(t, student)).order_id)
  await t.db
    .update(users)
    .set({ email: `new-${student.email}` })
    .where(eq(users.id, student.id))
  for (const order_id of ids.slice(0, 3)) {
    toOrder(await t.call('refundOrder', { order_id, amount: 5, reason: 'Sorry' }, admin.cookie))
    expect(toOrder(await t.call('refundOrder', { order_id }, student.cookie)).status).toBe('refunded')
  }
  const asked = toOrder(await t.call('refundOrder', { order_id: ids[3] ?? 0 }, student.cookie))
  expect(asked).toMatchObject({ status: 'paid', refund_requested_date: expect.any(String) })
})

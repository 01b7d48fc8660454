import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CallName } from '#contract/calls.ts'
import type { CallInput } from '#contract/contract.ts'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { enrollments, entitlements, orderItems, orders as orderTable, users } from '#server/platform/db/schema.ts'
import { settleOrder } from '#server/features/orders/state/settle-order.ts'
import { removeUser } from '#server/features/users/remove-user.ts'
import { at } from '#server/testing/at.ts'
import { changeMeanwhile } from '#server/testing/change-meanwhile.ts'
import { eventually } from '#server/testing/eventually.ts'
import { buildCourseInput } from '#server/testing/learning/course-input.ts'
import { insertOrder } from '#server/testing/commerce/order-rows.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { NEEDS_SERVER, ON_SERVER } from '#server/testing/test-db.ts'
import { checkAccess } from './check-access.ts'
import {
  grantEntitlement,
  restoreOrderEntitlements,
  revokeEntitlements,
  suspendOrderEntitlements,
} from './entitlements.ts'

const t = useTestApp()

/** On the embedded database nothing runs at once. */
const ROUNDS = ON_SERVER ? 8 : 1

/** As every change of an order is made. */
const withOrder = <Result>(orderId: number, work: (tx: Tx) => Promise<Result>) =>
  t.db.transaction(async (tx) => {
    await tx.select().from(orderTable).where(eq(orderTable.id, orderId)).for('update')
    return work(tx)
  })
const suspend = (orderId: number) => withOrder(orderId, (tx) => suspendOrderEntitlements(tx, orderId, 'Refunded'))
const restore = (orderId: number) => withOrder(orderId, (tx) => restoreOrderEntitlements(tx, orderId, 'Refunded'))
const buy = (userId: number, courseId: number, orderId: number) =>
  withOrder(orderId, (tx) => grantEntitlement(tx, { userId, courseId, source: 'order', orderId }))
const give = (userId: number, courseId: number) =>
  t.db.transaction((tx) => grantEntitlement(tx, { userId, courseId, source: 'grant' }))
const revoke = (userId: number, courseId: number) =>
  t.db.transaction((tx) => revokeEntitlements(tx, { userId, courseId, reason: 'A mistake' }))
/** One after another on the embedded database, whose single connection a busy machine may not give in time. */
async function atOnce(works: (() => Promise<unknown>)[]): Promise<void> {
  const failures: unknown[] = []
  const run = (work: () => Promise<unknown>) => work().catch((error: unknown) => failures.push(error))
  if (ON_SERVER) await Promise.all(works.map(run))
  else for (const work of works) await run(work)
  // The account may be gone.
  expect(failures.filter((error) => !(error instanceof AppError))).toEqual([])
}
const readJoined = async (userId: number) =>
  at(await t.db.select().from(users).where(eq(users.id, userId))).courseJoined
const isRevoked = (userId: number, courseId: number) =>
  t.db.$count(
    enrollments,
    and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId), sql`access_until = '-infinity'`),
  )

test('parallel purchases, refunds, revocations and restores leave what the entitlements say', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const [student, course] = [await t.make.user(), await t.make.course()]
    const orders = [await insertOrder(t.db, student.id, course.id), await insertOrder(t.db, student.id, course.id)]
    await atOnce([
      ...orders.flatMap(({ id }) => [() => buy(student.id, course.id, id), () => suspend(id), () => restore(id)]),
      () => give(student.id, course.id),
      () => revoke(student.id, course.id),
      () => give(student.id, course.id),
    ])
    expect(await checkAccess(t.db)).toEqual([])
    expect(await readJoined(student.id)).toBe(1 - (await isRevoked(student.id, course.id)))
  }
})

test.runIf(ON_SERVER)(
  `a path that is paid while its courses are granted opens them all, without a deadlock${NEEDS_SERVER}`,
  async () => {
    const student = await t.make.user()
    const courseIds = [(await t.make.course()).id, (await t.make.course()).id]
    const order = await insertOrder(t.db, student.id, at(courseIds), { status: 'pending' })
    const item = at(await t.db.select().from(orderItems).where(eq(orderItems.orderId, order.id)))
    await t.db.insert(orderItems).values({ ...item, courseId: at(courseIds, 1) })
    // Once it has opened the first course.
    changeMeanwhile(t.database, 'update "users"', 'SELECT pg_sleep(1)')
    const by = { email: student.email, student_id: student.id }
    const paying = withOrder(order.id, (tx) => settleOrder(tx, order, { paymentReference: 'p', text: 'Paid', by }))
    const isAsleep = sql`select from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
    await eventually(async () => expect((await t.db.execute(isAsleep)).rowCount).toBe(1))
    await Promise.all([paying, ...courseIds.map((courseId) => give(student.id, courseId))])
    expect(await readJoined(student.id)).toBe(2)
    expect(await t.db.$count(entitlements, eq(entitlements.userId, student.id))).toBe(4)
    expect(await checkAccess(t.db)).toEqual([])
  },
)

test('an account deleted during purchases and refunds is deleted, without a deadlock', async () => {
  const course = await t.make.course()
  for (let round = 0; round < ROUNDS; round++) {
    const student = await t.make.user()
    const orders = await Promise.all(Array.from({ length: 3 }, () => insertOrder(t.db, student.id, course.id)))
    await buy(student.id, course.id, at(orders).id)
    await atOnce([
      ...orders.flatMap(({ id }) => [() => buy(student.id, course.id, id), () => suspend(id), () => restore(id)]),
      () => t.db.transaction((tx) => removeUser(tx, student.id)),
      () => revoke(student.id, course.id),
    ])
    expect(await t.db.$count(users, eq(users.id, student.id))).toBe(0)
    expect(await t.db.$count(entitlements, eq(entitlements.userId, student.id))).toBe(0)
  }
  expect(await checkAccess(t.db)).toEqual([])
})

test('an account deleted while it enrolls many times at once is deleted, without a deadlock', async () => {
  const course = await t.make.course()
  for (let round = 0; round < ROUNDS; round++) {
    const student = await t.make.user()
    const enroll = Array.from({ length: 10 }, () => () => give(student.id, course.id))
    await atOnce([...enroll, () => t.db.transaction((tx) => removeUser(tx, student.id)), ...enroll])
    expect(await t.db.$count(users, eq(users.id, student.id))).toBe(0)
  }
  expect(await checkAccess(t.db)).toEqual([])
})

test('courses that are saved, deleted and restored while access changes leave true counts, without a deadlock', async () => {
  const admin = await t.make.signedIn({ role: 'admin' })
  for (let round = 0; round < ROUNDS; round++) {
    const [student, course] = [await t.make.signedIn(), await t.make.course()]
    const [course_id, lesson] = [course.id, at(course.lessons).id]
    const access = { student_id: student.id, course_id, reason: 'A test' }
    const call = <Name extends CallName>(name: Name, input: CallInput<Name>, cookie: string) =>
      t.call(name, input, cookie)
    const answers = await Promise.all([
      call('grantAccess', access, admin.cookie),
      call('revokeAccess', access, admin.cookie),
      call('enrollCourse', { course_id }, student.cookie),
      call('deleteCourse', { course_id }, admin.cookie),
      call('restoreCourse', { course_id }, admin.cookie),
      call('completeCourse', { course_id, id: lesson, value: true }, student.cookie),
      call('addReview', { course_id, review_text: 'Good.' }, student.cookie),
      t.send('updateCourse', { course_id, ...buildCourseInput({ public: false }) }, admin.cookie),
      call('revokeAccess', access, admin.cookie),
      call('grantAccess', access, admin.cookie),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const { rows } = await t.db.execute(sql`
      select course_joined as counted, (
        select count(*)::int from enrollments e join courses c on c.id = e.course_id and c.deleted_at is null
        where e.user_id = u.id and e.access_until > '-infinity') as true_count
      from users u where id = ${student.id}`)
    const { counted, true_count } = at(rows)
    expect(counted).toBe(true_count)
  }
  expect(await checkAccess(t.db)).toEqual([])
})

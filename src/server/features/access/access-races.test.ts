import { and, eq, sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { enrollments, entitlements, orders as orderTable, users } from '#server/platform/db/schema.ts'
import { removeUser } from '#server/features/users/remove-user.ts'
import { at } from '#server/testing/at.ts'
import { insertOrder } from '#server/testing/order-rows.ts'
import { useTestApp } from '#server/testing/test-app.ts'
import { checkAccess } from './check-access.ts'
import {
  grantEntitlement,
  restoreOrderEntitlements,
  revokeEntitlements,
  suspendOrderEntitlements,
} from './entitlements.ts'

const t = useTestApp()

/** As every change of an order is made. */
const withOrder = <Result>(orderId: number, work: (tx: Tx) => Promise<Result>) =>
  t.db.transaction(async (tx) => {
    await tx.select().from(orderTable).where(eq(orderTable.id, orderId)).for('update')
    return work(tx)
  })
const suspend = (orderId: number) => withOrder(orderId, (tx) => suspendOrderEntitlements(tx, orderId, 'Refunded'))
const restore = (orderId: number) => withOrder(orderId, (tx) => restoreOrderEntitlements(tx, orderId))
const buy = (userId: number, courseId: number, orderId: number) =>
  withOrder(orderId, (tx) => grantEntitlement(tx, { userId, courseId, source: 'order', orderId }))
const give = (userId: number, courseId: number) =>
  t.db.transaction((tx) => grantEntitlement(tx, { userId, courseId, source: 'grant' }))
const revoke = (userId: number, courseId: number) =>
  t.db.transaction((tx) => revokeEntitlements(tx, { userId, courseId, reason: 'A mistake' }))
const readJoined = async (userId: number) =>
  at(await t.db.select().from(users).where(eq(users.id, userId))).courseJoined
const isRevoked = (userId: number, courseId: number) =>
  t.db.$count(
    enrollments,
    and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId), sql`access_until = '-infinity'`),
  )

test('parallel purchases, refunds, revocations and restores leave what the entitlements say', async () => {
  const [student, course] = [await t.make.user(), await t.make.course()]
  const orders = await Promise.all(Array.from({ length: 10 }, () => insertOrder(t.db, student.id, course.id)))
  const changes = orders.flatMap(({ id }, n) => [
    () => buy(student.id, course.id, id),
    () => suspend(id),
    () => (n % 3 === 0 ? revoke(student.id, course.id) : restore(id)),
    () => give(student.id, course.id),
  ])
  await Promise.all(changes.map((change) => change()))
  expect(await checkAccess(t.db)).toEqual([])
  expect(await readJoined(student.id)).toBe(1 - (await isRevoked(student.id, course.id)))
})

test('an account deleted during purchases and refunds is deleted, without a deadlock', async () => {
  const course = await t.make.course()
  for (let round = 0; round < 10; round++) {
    const student = await t.make.user()
    const orders = await Promise.all(Array.from({ length: 3 }, () => insertOrder(t.db, student.id, course.id)))
    await buy(student.id, course.id, at(orders).id)
    const results = await Promise.allSettled([
      ...orders.flatMap(({ id }) => [buy(student.id, course.id, id), suspend(id), restore(id)]),
      t.db.transaction((tx) => removeUser(tx, student.id)),
      revoke(student.id, course.id),
    ])
    const errors = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as unknown] : []))
    expect(errors.filter((error) => !(error instanceof AppError))).toEqual([])
    expect(await t.db.$count(users, eq(users.id, student.id))).toBe(0)
    expect(await t.db.$count(entitlements, eq(entitlements.userId, student.id))).toBe(0)
  }
  expect(await checkAccess(t.db)).toEqual([])
})

import { and, eq, sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { enrollments, entitlements, users } from '#server/platform/db/schema.ts'
import { at } from '#server/testing/at.ts'
import { insertOrder } from '#server/testing/commerce/order-rows.ts'
import { createEntitlementChanges } from '#server/testing/commerce/change-entitlements.ts'
import { useTestApp } from '#server/testing/test-app.ts'

const t = useTestApp()

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000)
const { suspend, restore, revoke, grant } = createEntitlementChanges(t)

const count = (userId: number) => t.db.$count(entitlements, eq(entitlements.userId, userId))
const readJoined = async (userId: number) =>
  at(await t.db.select().from(users).where(eq(users.id, userId))).courseJoined
async function readAccess(userId: number, courseId: number): Promise<string | undefined> {
  const [row] = await t.db
    .select({ until: sql<string>`access_until::text` })
    .from(enrollments)
    .where(and(eq(enrollments.userId, userId), eq(enrollments.courseId, courseId)))
  return row?.until
}

async function isOpen(userId: number): Promise<boolean> {
  const { rows } = await t.db.execute<{ open: boolean }>(
    sql`select access_until > now() as open from enrollments where user_id = ${userId}`,
  )
  return at(rows).open
}

describe('grantEntitlement', () => {
  test('enrolls the student, with lifetime access and one more course joined', async () => {
    const [student, course] = [await t.make.user(), await t.make.course()]
    expect(await grant(student.id, course.id, 'grant')).toBe(true)
    expect([await readAccess(student.id, course.id), await readJoined(student.id)]).toEqual(['infinity', 1])
  })

  test('changes nothing the second time for an order, even after a refund', async () => {
    const [student, course] = [await t.make.user(), await t.make.course()]
    const order = await insertOrder(t.db, student.id, course.id)
    const buy = () => grant(student.id, course.id, 'order', { orderId: order.id })
    expect([await buy(), await buy()]).toEqual([true, false])
    await suspend(order.id)
    expect([await buy(), await readAccess(student.id, course.id)]).toEqual([false, '-infinity'])
  })

  test('does not grant again what a source without an order grants already', async () => {
    const [student, course] = [await t.make.user(), await t.make.course()]
    expect(await grant(student.id, course.id, 'grant')).toBe(true)
    expect(await grant(student.id, course.id, 'grant')).toBe(false)
    expect(await grant(student.id, course.id, 'grant', { endsAt: inMinutes(60) })).toBe(false)
    expect([await count(student.id), await readJoined(student.id)]).toEqual([1, 1])
  })

  test('adds one entitlement and one enrollment when it is called 10 times at once', async () => {
    const [student, course] = [await t.make.user(), await t.make.course()]
    const results = await Promise.all(Array.from({ length: 10 }, () => grant(student.id, course.id, 'free')))
    expect(results.filter(Boolean)).toHaveLength(1)
    expect([await count(student.id), await readJoined(student.id)]).toEqual([1, 1])
  })

  test('throws not_signed_in for an account that was deleted, and writes nothing', async () => {
    const [student, course] = [await t.make.user(), await t.make.course()]
    await t.db.delete(users).where(eq(users.id, student.id))
    await expect(grant(student.id, course.id, 'free')).rejects.toMatchObject({ code: 'not_signed_in' })
    expect(await count(student.id)).toBe(0)
  })
})

describe('an order’s entitlement', () => {
  test('is suspended and restored, and counts as a joined course meanwhile or not', async () => {
    const [student, course] = [await t.make.user(), await t.make.course()]
    const order = await insertOrder(t.db, student.id, course.id)
    await grant(student.id, course.id, 'order', { orderId: order.id })
    await suspend(order.id)
    expect([await readAccess(student.id, course.id), await readJoined(student.id)]).toEqual(['-infinity', 0])
    const [row] = await t.db.select().from(entitlements).where(eq(entitlements.orderId, order.id))
    expect(row).toMatchObject({ revokedAt: expect.any(Date), revokedReason: 'Refunded' })
    await restore(order.id)
    expect([await readAccess(student.id, course.id), await readJoined(student.id)]).toEqual(['infinity', 1])
  })

  test('is not restored by a won dispute once an admin has revoked it', async () => {
    const [student, course] = [await t.make.user(), await t.make.course()]
    const order = await insertOrder(t.db, student.id, course.id)
    await grant(student.id, course.id, 'order', { orderId: order.id })
    await suspend(order.id)
    expect(await revoke(student.id, course.id)).toBe(true)
    await restore(order.id)
    expect(await isOpen(student.id)).toBe(false)
  })

  test('of another student or order is not touched', async () => {
    const [ada, ben, course] = [await t.make.user(), await t.make.user(), await t.make.course()]
    const orders = [await insertOrder(t.db, ada.id, course.id), await insertOrder(t.db, ben.id, course.id)]
    await grant(ada.id, course.id, 'order', { orderId: at(orders).id })
    await grant(ben.id, course.id, 'order', { orderId: at(orders, 1).id })
    await suspend(at(orders).id)
    expect([await readAccess(ada.id, course.id), await readAccess(ben.id, course.id)]).toEqual([
      '-infinity',
      'infinity',
    ])
  })

  test('that was never granted can be suspended and restored without effect', async () => {
    const [student, course] = [await t.make.user(), await t.make.course()]
    const order = await insertOrder(t.db, student.id, course.id)
    await suspend(order.id)
    await restore(order.id)
    expect(await readAccess(student.id, course.id)).toBeUndefined()
  })
})

describe('the number of joined courses', () => {
  test('leaves a course in the trash out, whatever changes there, and is true again once it is restored', async () => {
    const admin = await t.make.signedIn({ role: 'admin' })
    const [ada, ben, course] = [await t.make.user(), await t.make.user(), await t.make.course()]
    for (const { id } of [ada, ben]) await grant(id, course.id, 'grant')
    await revoke(ada.id, course.id)
    const read = async () => [await readJoined(ada.id), await readJoined(ben.id)]
    expect(await read()).toEqual([0, 1])
    await t.call('deleteCourse', { course_id: course.id }, admin.cookie)
    expect(await read()).toEqual([0, 0])
    await grant(ada.id, course.id, 'grant')
    await revoke(ben.id, course.id)
    expect(await read()).toEqual([0, 0])
    await t.call('restoreCourse', { course_id: course.id }, admin.cookie)
    expect(await read()).toEqual([1, 0])
  })
})

import { asc, gt } from 'drizzle-orm'
import type { Env } from '#server/env.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { coupons, courses, entitlements } from '#server/platform/db/schema.ts'
import { daysAgo } from './days-ago.ts'
import { findCustomers } from './find-customers.ts'
import { insertOrders } from './insert-orders.ts'
import { planOrders } from './plan-orders.ts'
import type { SeededStudent } from './seed-students.ts'

/** 25 % off every course, as often as one likes. The startup banner shows it. */
export const DEMO_COUPON = 'WELCOME25'
/** In hundredths of a percent. */
export const DEMO_COUPON_VALUE = 2_500

/** Gives every enrollment its entitlement, and the priced ones their order. Without payments nothing was bought. */
export async function seedOrders(
  tx: Tx,
  students: readonly SeededStudent[],
  { payments, adminEmail }: Pick<Env, 'payments' | 'adminEmail'>,
): Promise<void> {
  const { buyers, sales, enrolled } = await findCustomers(tx, students)
  const isSelling = payments.providers?.length !== 0
  const given = enrolled.filter(({ course }) => !isSelling || course.dueCents === 0)
  await tx.insert(entitlements).values(
    given.map(({ buyer, course, enrolledAt }) => ({
      ...{ userId: buyer.userId, courseId: course.courseId, source: 'free' as const, startsAt: enrolledAt },
    })),
  )
  if (!isSelling) return
  const planned = planOrders({
    enrollments: enrolled.filter(({ course }) => course.dueCents > 0),
    buyers,
    courses: sales.filter(({ dueCents }) => dueCents > 0),
    coupons: await seedCoupons(tx),
    tax: payments,
  })
  await insertOrders(tx, planned, { payments, adminEmail })
}

/** The newest last. */
async function seedCoupons(tx: Tx) {
  const dearest = await tx
    .select({ id: courses.id })
    .from(courses)
    .where(gt(courses.dueCents, 10_000))
    .orderBy(asc(courses.id))
  return tx
    .insert(coupons)
    .values([
      { code: DEMO_COUPON, kind: 'percent', value: DEMO_COUPON_VALUE, createdAt: daysAgo(75) },
      {
        ...{ code: 'LANTERN10', kind: 'amount', value: 1_000, courseIds: dearest.map(({ id }) => id) },
        ...{ maxUses: 50, maxPerStudent: 1, createdAt: daysAgo(30), endsAt: daysAgo(-60) },
      },
    ])
    .returning()
}

import { and, eq, getTableColumns, ne, notInArray, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { coupons, orders } from '#server/platform/db/schema.ts'
import { calculateCouponCents, isCouponFor, sumCents } from './quote.ts'
import type { Sale } from './sale.ts'

interface CouponUse {
  code: string
  sale: Pick<Sale, 'subjectId' | 'path' | 'items'>
  userId: number
}

export type CouponRow = typeof coupons.$inferSelect

/**
 * Returns a coupon that the student can use for the sale, or throws coupon_not_valid with the reason. Inside a
 * transaction that creates the order, lock it: the order is the coupon's use.
 */
export async function requireCoupon(
  db: Pick<Db, 'select'>,
  { code, sale, userId }: CouponUse,
  { lock }: { lock: boolean },
): Promise<CouponRow> {
  const query = db
    .select({
      ...getTableColumns(coupons),
      hasStarted: sql<boolean>`coalesce(${coupons.startsAt} <= now(), true)`,
      hasEnded: sql<boolean>`coalesce(${coupons.endsAt} <= now(), false)`,
    })
    .from(coupons)
    .where(eq(coupons.code, code))
  const [coupon] = lock ? await query.for('update') : await query
  if (!coupon) return refuse('This coupon is not valid')
  if (!coupon.hasStarted) return refuse('This coupon cannot be used yet')
  if (coupon.hasEnded) return refuse('This coupon has ended')
  const eligible = sale.items.filter(({ courseId }) => isCouponFor(coupon, courseId))
  if (eligible.length === 0) return refuse(`This coupon is not for this ${sale.path ? 'path' : 'course'}`)
  if (eligible.every(({ dueCents }) => dueCents === 0))
    return refuse(`This ${sale.path ? 'path' : 'course'} is free without a coupon`)
  if (calculateCouponCents(sumCents(eligible.map(({ dueCents }) => dueCents)), coupon) === 0)
    return refuse(`This coupon takes nothing off this ${sale.path ? 'path' : 'course'}`)
  const used = await countUses(db, coupon.id, { openKey: toOpenKey(userId, sale.subjectId), userId })
  if (coupon.maxPerStudent !== null && used.byStudent >= coupon.maxPerStudent)
    return refuse('You have used this coupon already')
  if (coupon.maxUses !== null && used.inAll >= coupon.maxUses) return refuse('This coupon has been used up')
  return coupon
}

/** Every order that is not cancelled or expired uses its coupon; the student's open order for the same thing is replaced. */
async function countUses(
  db: Pick<Db, 'select'>,
  couponId: number,
  { openKey, userId }: { openKey: string; userId: number },
): Promise<{ inAll: number; byStudent: number }> {
  const [counts] = await db
    .select({
      inAll: sql<number>`count(*)::int`,
      byStudent: sql<number>`(count(*) filter (where ${orders.userId} = ${userId}))::int`,
    })
    .from(orders)
    .where(
      and(
        eq(orders.couponId, couponId),
        notInArray(orders.status, ['cancelled', 'expired']),
        ne(sql`coalesce(${orders.openKey}, '')`, openKey),
      ),
    )
  return counts ?? { inAll: 0, byStudent: 0 }
}

/** A course and a path never have the same id. */
export const toOpenKey = (userId: number, subjectId: number): string => `${userId}:${subjectId}`

function refuse(text: string): never {
  throw new AppError('coupon_not_valid', { text })
}

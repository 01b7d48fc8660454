import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { coupons } from '#server/platform/db/schema.ts'
import { DEMO_COUPON, DEMO_COUPON_VALUE } from './seed-orders.ts'

/** The coupon for visitors of the demo academy; undefined once an admin has changed, ended or deleted it. */
export async function findDemoCoupon(db: Pick<Db, 'select'>): Promise<string | undefined> {
  const [coupon] = await db
    .select({ code: coupons.code })
    .from(coupons)
    .where(
      and(
        eq(coupons.code, DEMO_COUPON),
        eq(coupons.kind, 'percent'),
        eq(coupons.value, DEMO_COUPON_VALUE),
        sql`coalesce(${coupons.endsAt} > now(), true)`,
      ),
    )
  return coupon?.code
}

import { eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { coupons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { saveCoupon } from './save-coupon.ts'

/** By the database's clock, as orders check it. Changes nothing else that another admin may have saved meanwhile. */
export const endCoupon: Handler<'endCoupon'> = async ({ db, payments, user, from }, { coupon_id }) => ({
  msg: await db.transaction(async (tx) => {
    const [row] = await tx
      .select({ coupon: coupons, isScheduled: sql<boolean>`coalesce(${coupons.startsAt} >= now(), false)` })
      .from(coupons)
      .where(eq(coupons.id, coupon_id))
      .for('update')
    if (!row) throw new AppError('coupon_not_found')
    if (row.isScheduled)
      throw new AppError('invalid_input', { text: 'This coupon has not started yet. Change its dates instead' })
    const endsAt = sql`least(${coupons.endsAt}, now())`
    return saveCoupon(tx, {
      ...{ verb: 'Changed', user, from, currency: payments.currency, before: row.coupon, courseIds: [] },
      write: () => tx.update(coupons).set({ endsAt }).where(eq(coupons.id, coupon_id)).returning(),
    })
  }),
})

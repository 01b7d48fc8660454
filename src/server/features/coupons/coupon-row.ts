import { createHash } from 'node:crypto'
import { count, eq, inArray, notInArray, sql } from 'drizzle-orm'
import type { CouponState } from '#contract/choices.ts'
import type { Coupon } from '#contract/schemas/commerce/coupons.ts'
import type { ParsedInput } from '#contract/contract.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { coupons, courses, orders } from '#server/platform/db/schema.ts'

type CouponRow = typeof coupons.$inferSelect

/** Hundredths of a percent, or cents. */
const VALUE_SCALE = 100

const DELETED_COURSE_TITLE = 'Deleted course'

/** As the columns round it: a coupon that ends now has ended. */
const NOW = sql`now()::timestamptz(3)`

export async function toCoupons(db: Pick<Db, 'select'>, rows: readonly CouponRow[]): Promise<Coupon[]> {
  const ids = rows.map(({ id }) => id)
  const courseIds = [...new Set(rows.flatMap((row) => row.courseIds))]
  const uses = await db
    .select({
      id: coupons.id,
      orders: count(orders.id),
      // An order that was never paid gives its use back.
      used: sql<number>`(count(*) filter (where ${notInArray(orders.status, ['cancelled', 'expired'])}))::int`,
      isScheduled: sql<boolean>`coalesce(${coupons.startsAt} > ${NOW}, false)`,
      hasEnded: sql<boolean>`coalesce(${coupons.endsAt} <= ${NOW}, false)`,
    })
    .from(coupons)
    .leftJoin(orders, eq(orders.couponId, coupons.id))
    .where(inArray(coupons.id, ids))
    .groupBy(coupons.id)
  const titles = await db
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(inArray(courses.id, courseIds))
  const useById = new Map(uses.map((use) => [use.id, use]))
  const titleById = new Map(titles.map(({ id, title }) => [id, title]))
  return rows.flatMap((row) => {
    const use = useById.get(row.id)
    // Deleted meanwhile.
    if (!use) return []
    return {
      coupon_id: row.id,
      code: row.code,
      kind: row.kind,
      value: row.value / VALUE_SCALE,
      course_ids: row.courseIds,
      course_titles: row.courseIds.map((id) => titleById.get(id) ?? DELETED_COURSE_TITLE),
      starts: row.startsAt?.toISOString() ?? null,
      ends: row.endsAt?.toISOString() ?? null,
      max_uses: row.maxUses,
      max_per_student: row.maxPerStudent,
      used: use.used,
      state: toState(row, use),
      version: toVersion(row),
      deletable: use.orders === 0,
      created_date: row.createdAt.toISOString(),
    }
  })
}

interface CouponUse {
  used: number
  isScheduled: boolean
  hasEnded: boolean
}

function toState({ maxUses }: CouponRow, { used, isScheduled, hasEnded }: CouponUse): CouponState {
  if (hasEnded) return 'ended'
  if (maxUses !== null && used >= maxUses) return 'used_up'
  return isScheduled ? 'scheduled' : 'active'
}

/** Of what admins can change. */
export function toVersion({ code, kind, value, courseIds, startsAt, endsAt, maxUses, maxPerStudent }: CouponRow) {
  const fields = [code, kind, value, courseIds, startsAt, endsAt, maxUses, maxPerStudent]
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url')
}

export const toCouponValues = (input: ParsedInput<'addCoupon'>) => ({
  code: input.code,
  kind: input.kind,
  value: Math.round(input.value * VALUE_SCALE),
  courseIds: [...new Set(input.course_ids)],
  startsAt: input.starts === null ? null : new Date(input.starts),
  endsAt: input.ends === null ? null : new Date(input.ends),
  maxUses: input.max_uses,
  maxPerStudent: input.max_per_student,
})

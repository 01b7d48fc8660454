import { createHash } from 'node:crypto'
import { inArray, notInArray, sql } from 'drizzle-orm'
import type { Coupon } from '#contract/schemas/commerce/coupons.ts'
import type { ParsedInput } from '#contract/contract.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { type coupons, courses, orders } from '#server/platform/db/schema.ts'

type CouponRow = typeof coupons.$inferSelect

/** Hundredths of a percent, or cents. */
const VALUE_SCALE = 100

const DELETED_COURSE_TITLE = 'Deleted course'

export async function toCoupons(db: Pick<Db, 'select'>, rows: readonly CouponRow[]): Promise<Coupon[]> {
  const ids = rows.map(({ id }) => id)
  const courseIds = [...new Set(rows.flatMap((row) => row.courseIds))]
  const used = await db
    .select({
      id: orders.couponId,
      // An order that was never paid gives its use back.
      count: sql<number>`(count(*) filter (where ${notInArray(orders.status, ['cancelled', 'expired'])}))::int`,
    })
    .from(orders)
    .where(inArray(orders.couponId, ids))
    .groupBy(orders.couponId)
  const titles = await db
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(inArray(courses.id, courseIds))
  const usedById = new Map(used.map(({ id, count }) => [id, count]))
  const titleById = new Map(titles.map(({ id, title }) => [id, title]))
  return rows.map((row) => ({
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
    used: usedById.get(row.id) ?? 0,
    version: toVersion(row),
    deletable: !usedById.has(row.id),
    created_date: row.createdAt.toISOString(),
  }))
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

import { and, inArray } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { formatMoney } from '#contract/money.ts'
import type { Coupon } from '#contract/schemas/commerce/coupons.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { RequestOrigin } from '#server/pipeline/caller.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { isUniqueViolation } from '#server/platform/db/database-errors.ts'
import { type coupons, courses } from '#server/platform/db/schema.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { toCoupons } from './coupon-row.ts'

type CouponRow = typeof coupons.$inferSelect

interface CouponChange {
  verb: 'Added' | 'Changed'
  user: User
  from: RequestOrigin
  currency: string
  before?: CouponRow
  courseIds: readonly number[]
  write: () => Promise<CouponRow[]>
}

/** Throws `course_not_found` and `coupon_code_taken`. */
export async function saveCoupon(
  tx: Tx,
  { verb, user, from, currency, before, courseIds, write }: CouponChange,
): Promise<Coupon> {
  await requireCourses(tx, courseIds)
  const rows = await write().catch((error: unknown) => {
    throw isUniqueViolation(error) ? new AppError('coupon_code_taken', { cause: error }) : error
  })
  const [saved] = await toCoupons(tx, rows)
  if (!saved) throw new Error('The coupon was not saved')
  await logCouponChange(tx, user, `${verb} the coupon “${saved.code}”: ${describeCoupon(saved, currency)}`)
  const subject = { kind: 'coupon', id: saved.coupon_id, name: saved.code } as const
  const action = before ? 'coupon.change' : 'coupon.add'
  await writeAudit(tx, { actor: user, from, action, subject, ...toAuditedChange(before, rows[0]) })
  return saved
}

const toAuditedChange = (before: CouponRow | undefined, after: CouponRow | undefined) => ({
  ...(before && { before: toAuditedCoupon(before) }),
  ...(after && { after: toAuditedCoupon(after) }),
})

/** The column holds hundredths of a percent or cents. */
export const toAuditedCoupon = ({ value, ...row }: CouponRow) =>
  row.kind === 'percent' ? { ...row, percent: value / 100 } : { ...row, amountCents: value }

export const logCouponChange = (tx: Tx, user: User, message: string) =>
  writeLog(tx, { kind: 'order', message, email: user.email, studentId: user.student_id })

async function requireCourses(tx: Tx, ids: readonly number[]): Promise<void> {
  const expected = new Set(ids)
  const found = await tx
    .select({ id: courses.id })
    .from(courses)
    .where(and(inArray(courses.id, [...expected]), isLive))
  if (found.length < expected.size) throw new AppError('course_not_found')
}

function describeCoupon(
  { kind, value, course_ids, starts, ends, max_uses, max_per_student }: Coupon,
  currency: string,
): string {
  const parts = [
    `${kind === 'percent' ? `${value}%` : formatMoney(value, currency)} off`,
    course_ids.length > 0 && `courses ${course_ids.join(', ')}`,
    starts !== null && `from ${starts}`,
    ends !== null && `until ${ends}`,
    max_uses !== null && `at most ${max_uses} in all`,
    max_per_student !== null && `at most ${max_per_student} per student`,
  ]
  return parts.filter(Boolean).join(', ')
}

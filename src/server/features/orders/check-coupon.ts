import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { enrollmentJoin, isVisibleTo } from '#server/features/courses/course-row.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { courses, enrollments } from '#server/platform/db/schema.ts'
import { requireCoupon } from './coupon-rules.ts'
import { calculateAmounts, toQuote } from './quote.ts'

export const checkCoupon: Handler<'checkCoupon'> = async ({ db, payments, user }, { course_id, code }) => {
  const [course] = await db
    .select({ listCents: courses.priceCents, dueCents: courses.dueCents })
    .from(courses)
    .leftJoin(enrollments, enrollmentJoin(user.student_id))
    .where(and(eq(courses.id, course_id), isVisibleTo(user)))
  if (!course) throw new AppError('course_not_found')
  const use = { code, courseId: course_id, dueCents: course.dueCents, userId: user.student_id }
  const coupon = await requireCoupon(db, use, { lock: false })
  return { msg: toQuote(calculateAmounts(course, coupon, payments)) }
}

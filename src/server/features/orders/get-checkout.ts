import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { courseColumns, enrollmentJoin, isVisibleTo, toCourse } from '#server/features/courses/course-row.ts'
import { toPaymentSettings } from '#server/features/payments/get-payment-settings.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { courses, enrollments } from '#server/platform/db/schema.ts'
import { findOrder } from './order-row.ts'
import { findOpenOrder } from './place-order.ts'
import { calculateAmounts, toQuote } from './quote.ts'

export const getCheckout: Handler<'getCheckout'> = async ({ db, payments, user }, { course_id }) => {
  const [row] = await db
    .select({ ...courseColumns, dueCents: courses.dueCents })
    .from(courses)
    .leftJoin(enrollments, enrollmentJoin(user.student_id))
    .where(and(eq(courses.id, course_id), isVisibleTo(user)))
  if (!row) throw new AppError('course_not_found')
  const course = toCourse(row)
  const open = await findOpenOrder(db, user.student_id, course_id)
  return {
    msg: {
      course,
      owned: course.enrolled,
      quote: toQuote(calculateAmounts({ listCents: row.priceCents, dueCents: row.dueCents }, null, payments)),
      settings: toPaymentSettings(payments),
      open_order: open && !open.isExpired ? await findOrder(db, payments, open.id, user) : null,
    },
  }
}

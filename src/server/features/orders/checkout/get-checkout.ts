import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { toDollars } from '#contract/money.ts'
import { baseCourseColumns, toCourse } from '#server/features/courses/course-row.ts'
import { findPathCourses, toPath } from '#server/features/paths/path-row.ts'
import { toPaymentSettings } from '#server/features/payments/get-payment-settings.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { courses, learningPaths } from '#server/platform/db/schema.ts'
import { toOpenKey } from './coupon-rules.ts'
import { canResume } from '#server/features/orders/is-offered.ts'
import { findOrder, type OrderRow } from '#server/features/orders/order-row.ts'
import { findOpenOrders } from './place-order.ts'
import { calculateSale, toQuote } from './quote.ts'
import { findSale } from './sale.ts'

export const getCheckout: Handler<'getCheckout'> = async ({ db, payments, user }, subject) => {
  const sale = await findSale(db, user, subject)
  const openOrders = await findOpenOrders(db, user.student_id)
  const open = openOrders.find(({ openKey }) => openKey === toOpenKey(user.student_id, sale.subjectId))
  const { amounts } = calculateSale(sale.items, null, payments)
  return {
    msg: {
      ...(await findSubject(db, sale.path === null, sale.subjectId)),
      items: sale.items.map(({ courseId, title, dueCents }) => ({
        course_id: courseId,
        title,
        price: toDollars(dueCents),
      })),
      owned: sale.isOwned,
      quote: toQuote(amounts),
      settings: toPaymentSettings(payments),
      open_order:
        open && !open.isExpired && hasCheckout(open) && canResume(payments, open)
          ? await findOrder(db, payments, open.id, user)
          : null,
    },
  }
}

/** Without one, because the payment service did not answer, the student orders as before and gets the same order. */
const hasCheckout = ({ provider, checkoutReference }: Pick<OrderRow, 'provider' | 'checkoutReference'>) =>
  provider === 'manual' || checkoutReference !== null

/** Throws course_not_found or path_not_found where it was deleted since its sale was read. */
export async function findSubject(db: Db, isCourse: boolean, id: number) {
  if (isCourse) {
    const [row] = await db.select(baseCourseColumns).from(courses).where(eq(courses.id, id))
    if (!row) throw new AppError('course_not_found')
    return { course: toCourse({ ...row, completedLessons: null }), path: null }
  }
  const [row] = await db.select().from(learningPaths).where(eq(learningPaths.id, id))
  if (!row) throw new AppError('path_not_found')
  return { course: null, path: toPath(row, await findPathCourses(db, [id])) }
}

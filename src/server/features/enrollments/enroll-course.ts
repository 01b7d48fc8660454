import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { courses, enrollments, reviews } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { grantEntitlement } from '#server/features/access/entitlements.ts'
import { endOpenOrders } from '#server/features/orders/end-open-orders.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { enrollmentJoin, isVisibleTo } from '#server/features/courses/course-row.ts'

/** Opens a free course, or any while payments are off. What is bought is open already. */
export const enrollCourse: Handler<'enrollCourse'> = async (services, { course_id }) => {
  const { db, user, payments, invalidate } = services
  const isNew = await db.transaction(async (tx) => {
    // The course must not be deleted or hidden before the enrollment is stored.
    const [course] = await tx
      .select({
        title: courses.title,
        dueCents: courses.dueCents,
        isEnrolled: sql<boolean>`${enrollments.id} is not null`,
        hasReviewed: sql<boolean>`exists (
          select from ${reviews} where ${reviews.courseId} = ${courses.id} and ${reviews.userId} = ${user.student_id})`,
      })
      .from(courses)
      .leftJoin(enrollments, enrollmentJoin(user.student_id))
      .where(and(eq(courses.id, course_id), isVisibleTo(user)))
      .for('key share', { of: courses })
    if (!course) throw new AppError('course_not_found')
    if (course.isEnrolled) return false
    if (course.dueCents > 0 && payments.providers.length > 0) throw new AppError('payment_required')
    if (!(await grantEntitlement(tx, { userId: user.student_id, courseId: course_id, source: 'free' }))) return false
    // A review says whether its author was refunded.
    if (course.hasReviewed) invalidate(['reviews'])
    await writeLog(tx, {
      kind: 'learning',
      message: `Enrolled in “${course.title}”`,
      email: user.email,
      studentId: user.student_id,
    })
    return true
  })
  if (isNew) await endOpenOrders(services, user.student_id, user)
  return { msg: 'You are enrolled' }
}

import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { courses, notifications, orderItems } from '#server/platform/db/schema.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Services } from '#server/pipeline/services.ts'
import { toAccountTag } from '#server/http/sessions/session.ts'
import { isListed } from '#server/features/courses/course-row.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { pluralize } from '#server/platform/pluralize.ts'
import { changeJoinedCounts, countStudents } from './trash.ts'

/**
 * Moves the course to the trash. Its lessons, enrollments, progress, reviews and files stay for restoreCourse. A course
 * with orders, also cancelled ones, is archived instead: buyers have lifetime access, and orders and receipts name it.
 */
export const deleteCourse: Handler<'deleteCourse'> = async ({ db, user, from, invalidate }, { course_id }) => {
  const isArchived = await db.transaction(async (tx) => {
    // No order can be added meanwhile.
    const [course] = await tx
      .select({ title: courses.title, isPublic: courses.isPublic, lessons: courses.lessonsCount })
      .from(courses)
      .where(and(eq(courses.id, course_id), isListed))
      .for('update')
    if (!course) throw new AppError('course_not_found')
    const [order] = await tx
      .select({ id: orderItems.orderId })
      .from(orderItems)
      .where(eq(orderItems.courseId, course_id))
      .limit(1)
    const deletedByName = `${user.first_name} ${user.last_name}`.trim()
    const students = order
      ? await archive(tx, course_id, deletedByName)
      : await moveToTrash(tx, course_id, deletedByName, invalidate)
    await writeLog(tx, {
      kind: 'course',
      message: `${order ? 'Archived' : 'Deleted'} the course “${course.title}”, with ${pluralize(students, 'student')}`,
      email: user.email,
      studentId: user.student_id,
    })
    const subject = { kind: 'course', id: course_id, name: course.title } as const
    const action = order ? 'course.archive' : 'course.delete'
    const { isPublic, lessons } = course
    const after = { state: order ? 'archived' : 'in the trash' }
    await writeAudit(tx, {
      ...{ actor: user, from, action, subject, after },
      before: { state: isPublic ? 'published' : 'draft', lessons, students },
    })
    return order !== undefined
  })
  return {
    msg: isArchived
      ? 'The course has orders, so it was archived. Its students keep it, and nobody else can find or buy it'
      : 'The course was deleted',
  }
}

async function archive(tx: Tx, courseId: number, deletedByName: string): Promise<number> {
  await tx
    .update(courses)
    .set({ archivedAt: sql`now()`, deletedByName })
    .where(eq(courses.id, courseId))
  return countStudents(tx, courseId)
}

async function moveToTrash(
  tx: Tx,
  courseId: number,
  deletedByName: string,
  invalidate: Services['invalidate'],
): Promise<number> {
  const students = await changeJoinedCounts(tx, courseId, -1)
  invalidate(students.map(toAccountTag))
  await tx.delete(notifications).where(eq(notifications.courseId, courseId))
  await tx
    .update(courses)
    .set({ deletedAt: sql`now()`, deletedByName })
    .where(eq(courses.id, courseId))
  return students.length
}

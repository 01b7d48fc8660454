import { asc, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, lessons, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toAccountTag } from '#server/http/session-store.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { getUploadedFileUrls } from './course-values.ts'

/** Foreign keys delete its lessons, enrollments, reviews and notifications. */
export const deleteCourse: Handler<'deleteCourse'> = async (context, { course_id }) => {
  const { db, user, pictures, lessonFiles, invalidate } = context
  const { imageUrl, fileUrls } = await db.transaction(async (tx) => {
    const [course] = await tx
      .select({ title: courses.title, imageUrl: courses.imageUrl })
      .from(courses)
      .where(eq(courses.id, course_id))
      .for('update')
    if (!course) throw new AppError('course_not_found')
    const students = await decrementJoinedCounts(tx, course_id)
    invalidate(students.map(toAccountTag))
    const materials = await tx
      .select({ url: lessons.url, captions: lessons.captionsUrl })
      .from(lessons)
      .where(eq(lessons.courseId, course_id))
    await tx.delete(courses).where(eq(courses.id, course_id))
    const studentCountText = `${students.length} ${students.length === 1 ? 'student' : 'students'}`
    await writeLog(tx, {
      kind: 'course',
      message: `Deleted the course “${course.title}”, with ${studentCountText}`,
      email: user.email,
      studentId: user.student_id,
    })
    return { imageUrl: course.imageUrl, fileUrls: getUploadedFileUrls(materials) }
  })
  await pictures.removeIfUnused(db, [imageUrl])
  await lessonFiles.removeIfUnused(db, fileUrls)
  return { msg: 'The course was deleted' }
}

/**
 * Decrements courseJoined for the enrolled students and returns their ids. The locked course blocks new enrollments
 * and the deletion of its students; enrollments are locked before lessons, as in completeCourse.
 */
async function decrementJoinedCounts(tx: Tx, courseId: number): Promise<number[]> {
  const enrolled = tx.select({ id: enrollments.userId }).from(enrollments).where(eq(enrollments.courseId, courseId))
  const locked = await tx
    .select({ id: users.id })
    .from(users)
    .where(inArray(users.id, enrolled))
    .orderBy(asc(users.id))
    .for('no key update')
  await tx
    .select({ id: enrollments.id })
    .from(enrollments)
    .where(eq(enrollments.courseId, courseId))
    .orderBy(asc(enrollments.id))
    .for('update')
  await tx
    .update(users)
    .set({ courseJoined: sql`${users.courseJoined} - 1` })
    .where(inArray(users.id, enrolled))
  return locked.map(({ id }) => id)
}

import { asc, eq, inArray, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toAccountTag } from '#server/http/session-store.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

/** One note between servers holds at most 8,000 bytes. */
const TAGS_PER_BUS_MESSAGE = 200

/** Deletes a course; by their foreign keys its lessons, enrollments, reviews and notifications go with it. */
export const deleteCourse: Handler<'deleteCourse'> = async ({ db, user, pictures, invalidate }, { course_id }) => {
  const { imageUrl, students } = await db.transaction(async (tx) => {
    const [course] = await tx
      .select({ title: courses.title, imageUrl: courses.imageUrl })
      .from(courses)
      .where(eq(courses.id, course_id))
      .for('update')
    if (!course) throw new AppError('course_not_found')
    const students = await decrementJoinedCounts(tx, course_id)
    await tx.delete(courses).where(eq(courses.id, course_id))
    const studentCountText = `${students.length} ${students.length === 1 ? 'student' : 'students'}`
    await writeLog(tx, {
      kind: 'course',
      message: `Deleted the course “${course.title}”, with ${studentCountText}`,
      email: user.email,
      studentId: user.student_id,
    })
    return { imageUrl: course.imageUrl, students }
  })
  for (let from = 0; from < students.length; from += TAGS_PER_BUS_MESSAGE) {
    invalidate(students.slice(from, from + TAGS_PER_BUS_MESSAGE).map(toAccountTag))
  }
  await pictures.markUnused(imageUrl)
  return { msg: 'The course is deleted' }
}

/**
 * Takes the course off the count of those enrolled; gives whom. With the course locked nobody joins it any more. A
 * user's own removal waits for the course, too; enrollments come before lessons, as in a tick.
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

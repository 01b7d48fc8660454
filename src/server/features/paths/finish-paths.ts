import { and, asc, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, learningPaths, pathCourses, pathStudents } from '#server/platform/db/schema.ts'
import { isJoined } from '#server/features/access/update-access.ts'
import { issueCertificate } from '#server/features/certificates/issue-certificate.ts'
import { isPublished } from '#server/features/courses/course-row.ts'

/**
 * Finishes the student's paths that have this course and no unfinished one. Call it in the transaction that finished
 * the course, with its enrollment's lock: the path's lock comes after it.
 */
export async function finishPaths(tx: Tx, userId: number, courseId: number): Promise<void> {
  const started = await tx
    .select({ pathId: pathStudents.pathId })
    .from(pathStudents)
    .innerJoin(pathCourses, and(eq(pathCourses.pathId, pathStudents.pathId), eq(pathCourses.courseId, courseId)))
    .innerJoin(learningPaths, and(eq(learningPaths.id, pathStudents.pathId), isNull(learningPaths.deletedAt)))
    .where(and(eq(pathStudents.userId, userId), isNull(pathStudents.finishedAt)))
    .orderBy(asc(pathStudents.pathId))
    // Of the last two courses finished at once, the second transaction sees the first.
    .for('update', { of: pathStudents })
  for (const { pathId } of started) await finishPath(tx, userId, pathId)
}

/** Finishes a path that the student has joined if its courses are finished. Returns whether it did. */
export async function finishPath(tx: Tx, userId: number, pathId: number): Promise<boolean> {
  const isFinished = sql`${isNotNull(enrollments.completedAt)} and ${isJoined}`
  const [path] = await tx
    .select({
      isDone: sql<boolean>`count(*) > 0 and bool_and(coalesce(${isFinished}, false))`,
      // Not before any of the courses: by their times a certificate tells which of them counted.
      finishedAt: sql<Date>`greatest(clock_timestamp()::timestamptz(3), max(${enrollments.completedAt}))`.mapWith(
        pathStudents.createdAt,
      ),
    })
    .from(pathCourses)
    // What is not public neither counts nor blocks.
    .innerJoin(courses, and(eq(courses.id, pathCourses.courseId), isPublished))
    .leftJoin(enrollments, and(eq(enrollments.courseId, courses.id), eq(enrollments.userId, userId)))
    .where(eq(pathCourses.pathId, pathId))
  if (!path?.isDone) return false
  const { finishedAt } = path
  const finished = await tx
    .update(pathStudents)
    .set({ finishedAt })
    .where(and(eq(pathStudents.pathId, pathId), eq(pathStudents.userId, userId), isNull(pathStudents.finishedAt)))
    .returning({ pathId: pathStudents.pathId })
  if (finished.length === 0) return false
  await issueCertificate(tx, { userId, pathId, finishedAt })
  return true
}

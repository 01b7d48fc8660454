import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import {
  courses,
  enrollments,
  entitlements,
  learningEvents,
  lessonProgress,
  lessons,
  notes,
  quizAnswers,
  quizAttempts,
  reviews,
  submissions,
} from '#server/platform/db/schema.ts'
import { TRASH_CLEANUP, writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { isPurgeable } from './trash.ts'

/** Small enough for the statement timeout: one cascade over a course with a million ticks is not. */
const BATCH_SIZE = 5_000

/**
 * Deletes the courses whose time in the trash is over. Each batch is a transaction of its own, so a restart continues
 * where it stopped. The cleanup of files then removes theirs.
 */
export async function purgeDeletedCourses(db: Db): Promise<void> {
  for (;;) {
    const [course] = await db
      .select({ id: courses.id })
      .from(courses)
      .where(isPurgeable)
      .orderBy(asc(courses.deletedAt), asc(courses.id))
      .limit(1)
    if (!course) return
    for (const batch of getBatches(course.id)) while ((await deleteBatch(db, course.id, batch)) === BATCH_SIZE);
    await deleteEmptyCourse(db, course.id)
  }
}

const getBatches = (courseId: number): SQL[] => [
  // Answers before their attempts, whose deletion would take all of them.
  ...[lessonProgress, quizAnswers, quizAttempts, submissions, notes].map(
    (table) => sql`delete from ${table} where ctid = any(array(
      select t.ctid from ${table} t join ${lessons} l on l.id = t.lesson_id
      where l.course_id = ${courseId} limit ${BATCH_SIZE}))`,
  ),
  ...[learningEvents, enrollments, entitlements, reviews].map(
    (table) => sql`delete from ${table} where ctid = any(array(
      select ctid from ${table} where course_id = ${courseId} limit ${BATCH_SIZE}))`,
  ),
]

/** The course is locked first, as in remove-user.ts, to avoid a deadlock. */
async function deleteBatch(db: Db, courseId: number, batch: SQL): Promise<number> {
  return db.transaction(async (tx) => {
    const [course] = await tx
      .select({ id: courses.id })
      .from(courses)
      .where(and(eq(courses.id, courseId), isPurgeable))
      .for('update')
    if (!course) return 0
    const { rowCount } = await tx.execute(batch)
    return rowCount ?? 0
  })
}

async function deleteEmptyCourse(db: Db, courseId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const [course] = await tx
      .delete(courses)
      .where(and(eq(courses.id, courseId), isPurgeable))
      .returning({
        ...{ id: courses.id, title: courses.title, lessons: courses.lessonsCount },
        ...{ deletedBy: courses.deletedByName, deletedAt: courses.deletedAt },
      })
    if (!course) return
    await writeLog(tx, {
      kind: 'course',
      message: `Removed the course “${course.title}” from the trash`,
      email: '',
      studentId: null,
    })
    const subject = { kind: 'course', id: course.id, name: course.title } as const
    const { id: _id, title: _title, ...before } = course
    await writeAudit(tx, { actor: TRASH_CLEANUP, action: 'course.purge', subject, before })
  })
}

import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { courseColumns, enrollmentJoin, isPublished, toCourse } from '#server/features/courses/course-row.ts'
import { selectRequiredCourses } from '#server/features/lessons/required-courses.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { certificates, courses, enrollments, pathCourses, pathStudents } from '#server/platform/db/schema.ts'
import { calculatePathProgress } from './path-progress.ts'
import { findPathCourses, requireVisiblePath, toPath } from './path-row.ts'

export const getPathData: Handler<'getPathData'> = async ({ db, user }, { path_id }) => {
  const userId = user?.student_id ?? 0
  const row = await requireVisiblePath(db, user, path_id)
  const [totals, courseRows, joined, certificateId] = await Promise.all([
    findPathCourses(db, [path_id]),
    findCourses(db, path_id, userId),
    db
      .select({ finishedAt: pathStudents.finishedAt })
      .from(pathStudents)
      .where(and(eq(pathStudents.pathId, path_id), eq(pathStudents.userId, userId))),
    findCertificateId(db, path_id, userId),
  ])
  const seconds = new Map(totals.map((total) => [total.courseId, total.seconds]))
  const isFinished = joined[0]?.finishedAt instanceof Date
  const pathCourseList = courseRows.map((course) => {
    const isInOrder = row.isOrdered && row.isPublic && joined.length > 0 && !course.isFinished && !course.isWaived
    const opens_after = isInOrder ? course.opensAfter : null
    return {
      ...toCourse(course),
      duration: seconds.get(course.id) ?? 0,
      locked: opens_after !== null,
      opens_after,
      finished: course.isFinished,
    }
  })
  return {
    msg: {
      path: toPath(row, totals),
      courses: pathCourseList,
      progress: calculatePathProgress(courseRows, isFinished),
      public: row.isPublic,
      joined: joined.length > 0,
      can_finish:
        joined.length > 0 && !isFinished && courseRows.length > 0 && courseRows.every((one) => one.isFinished),
      certificate_id: certificateId,
    },
  }
}

const findCourses = (db: Db, pathId: number, userId: number) =>
  db
    .select({
      ...courseColumns,
      isFinished: sql<boolean>`${enrollments.completedAt} is not null`,
      opensAfter: sql<string | null>`(
        select required.title from ${selectRequiredCourses(userId, courses.id)} required
        join ${pathCourses} own on own.path_id = ${pathId} and own.course_id = required.course_id
        where required.is_blocking and not required.is_finished order by own.place limit 1)`,
      isWaived: sql<boolean>`${enrollments.prerequisitesWaived} is not null`,
    })
    .from(pathCourses)
    .innerJoin(courses, and(eq(courses.id, pathCourses.courseId), isPublished))
    .leftJoin(enrollments, enrollmentJoin(userId))
    .where(eq(pathCourses.pathId, pathId))
    .orderBy(asc(pathCourses.place))

async function findCertificateId(db: Db, pathId: number, userId: number): Promise<string | null> {
  const [certificate] = await db
    .select({ id: certificates.id })
    .from(certificates)
    .where(
      and(
        eq(certificates.pathId, pathId),
        eq(certificates.userId, userId),
        isNull(certificates.revokedAt),
        isNull(certificates.replacedBy),
      ),
    )
  return certificate?.id ?? null
}

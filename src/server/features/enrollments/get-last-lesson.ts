import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { calculateProgress } from '#contract/calculate-progress.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { courses, enrollments, lessonProgress, lessons, sections } from '#server/platform/db/schema.ts'
import { hasAccess } from '#server/features/access/has-access.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { accessJoins, selectLockReason } from '#server/features/lessons/lesson-access.ts'
import type { Handler } from '#server/pipeline/handler.ts'

/** Of so many courses one is open, but for a student who must wait in all of them. */
const MAX_CANDIDATES = 20

export const getLastLesson: Handler<'getLastLesson'> = async ({ db, user }) => {
  const candidates = await findCandidates(db, user)
  // One query is enough for most students.
  for (const candidate of candidates) {
    const openId = await findOpenLesson(db, user, candidate)
    const isAllCompleted = candidate.completed >= candidate.total
    if (openId === null && !isAllCompleted) continue
    return { msg: [toLastLesson(candidate, openId === candidate.lastId ? openId : null)] }
  }
  return { msg: candidates.slice(0, 1).map((candidate) => toLastLesson(candidate, null)) }
}

type Candidate = Awaited<ReturnType<typeof findCandidates>>[number]

const toLastLesson = ({ courseId, title, completed, total }: Candidate, lessonId: number | null) => ({
  course_id: courseId,
  title,
  material_id: lessonId,
  progress: calculateProgress({ completed, total, isFinished: false }),
})

/** The unfinished courses, that of the last activity first; one that was not begun counts from when it was joined. */
function findCandidates(db: Db, user: User) {
  const last = db
    .select({
      lessonId: lessonProgress.lessonId,
      updatedAt: lessonProgress.updatedAt,
      // A reset of the progress leaves the row.
      isBegun: sql<boolean>`(${lessonProgress.positionSeconds} > 0 or ${lessonProgress.watched} <> '{}')`.as(
        'is_begun',
      ),
    })
    .from(lessonProgress)
    .innerJoin(lessons, eq(lessons.id, lessonProgress.lessonId))
    .where(and(eq(lessonProgress.userId, enrollments.userId), eq(lessons.courseId, enrollments.courseId)))
    .orderBy(desc(lessonProgress.updatedAt))
    .limit(1)
    .as('last')
  return db
    .select({
      courseId: courses.id,
      title: courses.title,
      completed: enrollments.completedLessons,
      total: courses.lessonsCount,
      lastId: sql<number | null>`case when ${last.isBegun} then ${last.lessonId} end`.mapWith(lessons.id),
    })
    .from(enrollments)
    .innerJoin(courses, and(eq(courses.id, enrollments.courseId), isLive))
    .leftJoinLateral(last, sql`true`)
    .where(and(eq(enrollments.userId, user.student_id), hasAccess, isNull(enrollments.completedAt)))
    .orderBy(desc(sql`coalesce(${last.updatedAt}, ${enrollments.createdAt})`), asc(enrollments.id))
    .limit(MAX_CANDIDATES)
}

/** An open lesson of the course that is not completed: the last one if it is one. */
async function findOpenLesson(db: Db, user: User, { courseId, lastId }: Candidate): Promise<number | null> {
  const joins = accessJoins(user)
  const [row] = await db
    .select({ id: lessons.id })
    .from(lessons)
    .innerJoin(courses, joins.course)
    .leftJoin(sections, joins.section)
    .leftJoin(enrollments, joins.enrollment)
    .leftJoin(lessonProgress, joins.progress)
    .where(
      and(eq(lessons.courseId, courseId), isNull(lessonProgress.completedAt), isNull(selectLockReason(user, courseId))),
    )
    .orderBy(sql`${lessons.id} = ${lastId} desc nulls last`, asc(lessons.place))
    .limit(1)
  return row?.id ?? null
}

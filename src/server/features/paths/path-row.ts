import { and, asc, eq, exists, inArray, isNull, or, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Path } from '#contract/schemas/learning/paths.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { isPublished } from '#server/features/courses/course-row.ts'
import { type Db, type Tx } from '#server/platform/db/connect.ts'
import { courses, learningPaths, lessons, pathCourses, pathStudents } from '#server/platform/db/schema.ts'
import type { SearchSource } from '#server/platform/search/search-source.ts'

export type PathRow = typeof learningPaths.$inferSelect

/** Must match the index `learning_paths_search`. */
export const PATH_SEARCH = {
  table: learningPaths,
  id: sql`${learningPaths.id}`,
  title: sql`${learningPaths.title}`,
  text: sql`(${learningPaths.title} || ' ' || ${learningPaths.goal})`,
} satisfies SearchSource

export const isNotDeleted = isNull(learningPaths.deletedAt)

/** For everyone to find. Without a public course there is nothing to learn. */
export const isPublicPath = (db: Pick<Db, 'select'>): SQL | undefined =>
  and(
    isNotDeleted,
    eq(learningPaths.isPublic, true),
    exists(
      db
        .select({ one: sql`1` })
        .from(pathCourses)
        .innerJoin(courses, and(eq(courses.id, pathCourses.courseId), isPublished))
        .where(eq(pathCourses.pathId, learningPaths.id)),
    ),
  )

/** A draft is visible to admins and to the students who have joined it. */
export async function requireVisiblePath(db: Pick<Db, 'select'>, user: User | null, pathId: number): Promise<PathRow> {
  const hasJoined = exists(
    db
      .select({ one: sql`1` })
      .from(pathStudents)
      .where(and(eq(pathStudents.pathId, learningPaths.id), eq(pathStudents.userId, user?.student_id ?? 0))),
  )
  const isVisible = user?.role === 'admin' ? isNotDeleted : or(isPublicPath(db), and(isNotDeleted, hasJoined))
  const [path] = await db
    .select()
    .from(learningPaths)
    .where(and(eq(learningPaths.id, pathId), isVisible))
  if (!path) throw new AppError('path_not_found')
  return path
}

export interface PathCourseRow {
  pathId: number
  courseId: number
  title: string
  listCents: number
  dueCents: number
  /** Of the lessons whose duration is known. */
  seconds: number
}

/** The public courses of paths, in their order. What is not public neither counts nor blocks. */
export function findPathCourses(db: Pick<Db | Tx, 'select'>, pathIds: readonly number[]): Promise<PathCourseRow[]> {
  const seconds = sql<number>`(
    select coalesce(sum(${lessons.durationSeconds}), 0)::float8 from ${lessons} where ${lessons.courseId} = ${courses.id})`
  return db
    .select({
      pathId: pathCourses.pathId,
      courseId: courses.id,
      title: courses.title,
      listCents: courses.priceCents,
      dueCents: courses.dueCents,
      seconds,
    })
    .from(pathCourses)
    .innerJoin(courses, and(eq(courses.id, pathCourses.courseId), isPublished))
    .where(inArray(pathCourses.pathId, [...pathIds]))
    .orderBy(asc(pathCourses.pathId), asc(pathCourses.place))
}

const add = (sum: number, value: number) => sum + value

/** @param courseRows of this path, and perhaps of others */
export function toPath(row: PathRow, courseRows: readonly PathCourseRow[]): Path {
  const own = courseRows.filter(({ pathId }) => pathId === row.id)
  return {
    path_id: row.id,
    title: row.title,
    goal: row.goal,
    description: row.description,
    image_url: row.imageUrl,
    level: row.level,
    ordered: row.isOrdered,
    price: row.priceCents === null ? null : row.priceCents / 100,
    courses_price: own.map(({ dueCents }) => dueCents).reduce(add, 0) / 100,
    courses: own.length,
    duration: own.map(({ seconds }) => seconds).reduce(add, 0),
  }
}

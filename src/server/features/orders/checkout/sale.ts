import { and, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { enrollmentJoin, isPublished, isVisibleTo } from '#server/features/courses/course-row.ts'
import { isPublicPath } from '#server/features/paths/path-row.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { courses, enrollments, learningPaths, pathCourses } from '#server/platform/db/schema.ts'
import { type SaleItem, splitCents } from './quote.ts'

/** What is ordered: one of the two. */
export interface SaleSubject {
  course_id?: number | undefined
  path_id?: number | undefined
}

export interface Sale {
  /** Of the course or the path: they share one id sequence. */
  subjectId: number
  path: { id: number; title: string } | null
  /** What is charged: the course, or those of the path that the student does not have. */
  items: SaleItem[]
  /** True when the student has everything already. */
  isOwned: boolean
}

type Reader = Pick<Db, 'select'>

/** Returns what the student would buy. Throws course_not_found or path_not_found. */
export async function findSale(db: Reader, user: User, { course_id, path_id }: SaleSubject): Promise<Sale> {
  if (path_id !== undefined) return findPathSale(db, user, path_id)
  if (course_id !== undefined) return findCourseSale(db, user, course_id)
  throw new AppError('invalid_input')
}

const saleColumns = {
  courseId: courses.id,
  title: courses.title,
  listCents: courses.priceCents,
  dueCents: courses.dueCents,
  enrollmentId: enrollments.id,
}

async function findCourseSale(db: Reader, user: User, courseId: number): Promise<Sale> {
  const [row] = await runPrepared(
    db
      .select(saleColumns)
      .from(courses)
      .leftJoin(enrollments, enrollmentJoin(user.student_id))
      .where(and(eq(courses.id, courseId), isVisibleTo(user))),
  )
  if (!row) throw new AppError('course_not_found')
  const { enrollmentId, ...item } = row
  return { subjectId: courseId, path: null, items: [item], isOwned: enrollmentId !== null }
}

/** The price of a path is split over its courses in proportion to their prices, and the shares of owned ones are taken off. */
async function findPathSale(db: Reader, user: User, pathId: number): Promise<Sale> {
  const [path] = await db
    .select({ id: learningPaths.id, title: learningPaths.title, priceCents: learningPaths.priceCents })
    .from(learningPaths)
    .where(and(eq(learningPaths.id, pathId), isPublicPath(db)))
  if (!path) throw new AppError('path_not_found')
  if (path.priceCents === null)
    throw new AppError('path_not_found', { text: 'The courses of this path are bought one by one' })
  const rows = await db
    .select(saleColumns)
    .from(pathCourses)
    .innerJoin(courses, and(eq(courses.id, pathCourses.courseId), isPublished))
    .leftJoin(enrollments, enrollmentJoin(user.student_id))
    .where(eq(pathCourses.pathId, pathId))
    .orderBy(pathCourses.place)
  const shares = splitCents(
    path.priceCents,
    rows.map(({ dueCents }) => dueCents),
  )
  const items = rows.flatMap(({ enrollmentId, ...item }, index) => {
    const dueCents = shares[index] ?? 0
    return enrollmentId === null ? [{ ...item, dueCents, listCents: Math.max(item.listCents, dueCents) }] : []
  })
  return { subjectId: pathId, path: { id: path.id, title: path.title }, items, isOwned: items.length === 0 }
}

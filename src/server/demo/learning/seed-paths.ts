import { and, asc, inArray } from 'drizzle-orm'
import { hasAccess } from '#server/features/access/has-access.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, learningPaths, pathCourses, pathStudents } from '#server/platform/db/schema.ts'
import { daysAgo } from '#server/demo/days-ago.ts'
import type { DemoPath } from '#server/demo/demo-academy.ts'
import { demoPaths } from './paths-content.ts'

const PATHS_AGE_DAYS = 12

export async function seedPaths(tx: Tx, firstStudentId: number): Promise<void> {
  for (const path of demoPaths) {
    const { title, goal, description, level, isOrdered, price } = path
    const [row] = await tx
      .insert(learningPaths)
      .values({
        ...{ title, goal, description, level, isOrdered, isPublic: true },
        priceCents: price === null ? null : price * 100,
        ...{ createdAt: daysAgo(PATHS_AGE_DAYS), updatedAt: daysAgo(PATHS_AGE_DAYS) },
      })
      .returning({ id: learningPaths.id })
    if (!row) throw new Error('The demo path was not added')
    const courseIds = await findCourseIds(tx, path)
    await tx.insert(pathCourses).values(courseIds.map((courseId, place) => ({ pathId: row.id, courseId, place })))
    const students = await findPathStudents(tx, path, courseIds)
    // The first student comes first, if she takes part.
    students.sort((a, b) => Number(b.userId === firstStudentId) - Number(a.userId === firstStudentId))
    const joined = students.slice(0, path.students).map(({ userId, enrolledAt }) => ({
      ...{ pathId: row.id, userId },
      createdAt: new Date(Math.max(enrolledAt.getTime(), daysAgo(PATHS_AGE_DAYS).getTime())),
    }))
    if (joined.length > 0) await tx.insert(pathStudents).values(joined)
  }
}

async function findCourseIds(tx: Tx, path: DemoPath): Promise<number[]> {
  const rows = await tx
    .select({ id: courses.id, title: courses.title })
    .from(courses)
    .where(inArray(courses.title, [...path.courses]))
  return path.courses.map((title) => {
    const course = rows.find((row) => row.title === title)
    if (!course) throw new Error(`The demo path “${path.title}” has an unknown course “${title}”`)
    return course.id
  })
}

/** Those in the middle of the path. In an ordered one nobody has begun a course before finishing the one before. */
async function findPathStudents(tx: Tx, { isOrdered }: DemoPath, courseIds: readonly number[]) {
  const rows = await tx
    .select({
      userId: enrollments.userId,
      courseId: enrollments.courseId,
      enrolledAt: enrollments.createdAt,
      completed: enrollments.completedLessons,
      finishedAt: enrollments.completedAt,
    })
    .from(enrollments)
    .where(and(inArray(enrollments.courseId, [...courseIds]), hasAccess))
    .orderBy(asc(enrollments.id))
  return [...new Set(rows.map(({ userId }) => userId))].flatMap((userId) => {
    const own = courseIds.map((courseId) => rows.find((row) => row.userId === userId && row.courseId === courseId))
    const openAt = own.findIndex((enrollment) => !enrollment?.finishedAt)
    const isOutOfOrder = own.some((enrollment, place) => place > openAt && (enrollment?.completed ?? 0) > 0)
    const [first] = own.filter((enrollment) => enrollment !== undefined)
    return openAt === -1 || !first || (isOrdered && isOutOfOrder) ? [] : [{ userId, enrolledAt: first.enrolledAt }]
  })
}

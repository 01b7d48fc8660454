import { and, eq, isNotNull, isNull, or, type SQL } from 'drizzle-orm'
import { calculateProgress } from '#contract/calculate-progress.ts'
import type { Course } from '#contract/schemas/courses.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import { courses, enrollments } from '#server/platform/db/schema.ts'
import { hasAccess } from '#server/features/access/has-access.ts'

/** Mean rating, in tenths of a star, from which a course is top rated. */
export const TOP_RATED_MIN_TENTHS = 40

/** The columns that do not depend on the caller. */
export const baseCourseColumns = {
  id: courses.id,
  title: courses.title,
  description: courses.description,
  priceCents: courses.priceCents,
  discount: courses.discount,
  category: courses.category,
  imageUrl: courses.imageUrl,
  tabs: courses.tabs,
  lessonsCount: courses.lessonsCount,
  starsTenths: courses.starsTenths,
  reviewsCount: courses.reviewsCount,
  createdAt: courses.createdAt,
}

/** Needs `enrollmentJoin`. */
export const courseColumns = {
  ...baseCourseColumns,
  completedLessons: enrollments.completedLessons,
  finishedAt: enrollments.completedAt,
}

/** Matches only an enrollment with access, and no row for a visitor. */
export const enrollmentJoin = (userId: number | null): SQL | undefined =>
  and(eq(enrollments.courseId, courses.id), eq(enrollments.userId, userId ?? 0), hasAccess)

/** Not in the trash. */
export const isLive = isNull(courses.deletedAt)

/** Neither in the trash nor archived. */
export const isListed = and(isLive, isNull(courses.archivedAt))

/** For everyone to find and to buy. */
export const isPublished = and(isListed, eq(courses.isPublic, true))

/** Drafts and archived courses are visible to admins and to students with access. Needs `enrollmentJoin`. */
export const isVisibleTo = (user: Pick<User, 'role'> | null): SQL | undefined =>
  and(isLive, user?.role === 'admin' ? undefined : or(isPublished, isNotNull(enrollments.id)))

interface CourseRow {
  id: number
  title: string
  description: string
  priceCents: number
  discount: number
  category: string
  imageUrl: string
  tabs: string
  lessonsCount: number
  starsTenths: number
  reviewsCount: number
  createdAt: Date
  /** Null without access. */
  completedLessons: number | null
  finishedAt?: Date | null
}

export function toCourse(row: CourseRow): Course {
  return {
    course_id: row.id,
    title: row.title,
    description: row.description,
    price: row.priceCents / 100,
    discount: row.discount,
    category: row.category,
    image_url: row.imageUrl,
    tabs: row.tabs,
    lessons: row.lessonsCount,
    stars: row.starsTenths / 10,
    reviews: row.reviewsCount,
    created_date: row.createdAt.toISOString(),
    progress: calculateProgress({
      completed: row.completedLessons ?? 0,
      total: row.lessonsCount,
      isFinished: row.completedLessons !== null && Boolean(row.finishedAt),
    }),
    enrolled: row.completedLessons !== null,
  }
}

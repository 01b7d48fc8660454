import { and, eq, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm'
import type { Course } from '#contract/schemas/courses.ts'
import type { User } from '#contract/schemas/users.ts'
import { courses, enrollments } from '#server/platform/db/schema.ts'
import { toLikePattern } from '#server/platform/db/to-like-pattern.ts'

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
export const courseColumns = { ...baseCourseColumns, completedLessons: enrollments.completedLessons }

/** Matches no row for a visitor. */
export const enrollmentJoin = (userId: number | null): SQL | undefined =>
  and(eq(enrollments.courseId, courses.id), eq(enrollments.userId, userId ?? 0))

/** Not in the trash. */
export const isLive = isNull(courses.deletedAt)

export const isPublished = and(isLive, eq(courses.isPublic, true))

/** Drafts are visible to admins and to students already enrolled. Needs `enrollmentJoin`. */
export const isVisibleTo = (user: User): SQL | undefined =>
  and(isLive, user.role === 'admin' ? undefined : or(eq(courses.isPublic, true), isNotNull(enrollments.id)))

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
  /** Null when not enrolled. */
  completedLessons: number | null
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
    progress: calculateProgress(row.completedLessons ?? 0, row.lessonsCount),
    enrolled: row.completedLessons !== null,
  }
}

/** Completed lessons in whole percent, rounded down so that 100 means all. */
export function calculateProgress(completed: number, lessons: number): number {
  return lessons === 0 ? 0 : Math.floor((100 * completed) / lessons)
}

/** Case-insensitive title search. */
export function titleMatches(text: string): SQL | undefined {
  return text === '' ? undefined : sql`${courses.title} ilike ${toLikePattern(text)}`
}

/** Title search among a student's few courses. The concatenation keeps PostgreSQL off the index of all titles. */
export function enrolledTitleMatches(text: string): SQL | undefined {
  return text === '' ? undefined : sql`(${courses.title} || '') ilike ${toLikePattern(text)}`
}

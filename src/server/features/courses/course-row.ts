import { and, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm'
import type { Course } from '#contract/schemas/courses.ts'
import type { User } from '#contract/schemas/users.ts'
import { courses, enrollments } from '#server/platform/db/schema.ts'
import { toLikePattern } from '#server/platform/db/to-like-pattern.ts'

/** From this mean on, in tenths of a star, a course counts as top rated. */
export const TOP_RATED_MIN_TENTHS = 40

/** A course's columns, whoever asks. */
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

/** The same with the asking student's enrollment beside them, joined by `enrollmentOf`. */
export const courseColumns = { ...baseCourseColumns, completedLessons: enrollments.completedLessons }

/** The enrollment of this user; of nobody for a visitor. */
export const enrollmentJoin = (userId: number | null): SQL | undefined =>
  and(eq(enrollments.courseId, courses.id), eq(enrollments.userId, userId ?? 0))

/** A draft is there for admins, and for students who were in it before; with `enrollmentOf` joined. */
export const isVisibleTo = (user: User): SQL | undefined =>
  user.role === 'admin' ? undefined : or(eq(courses.isPublic, true), isNotNull(enrollments.id))

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
  /** Null without an enrollment. */
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

/** Whole per cent of lessons completed: rounded down, so that 100 means all of them. */
export function calculateProgress(completed: number, lessons: number): number {
  return lessons === 0 ? 0 : Math.floor((100 * completed) / lessons)
}

/** Courses whose title holds the text, whatever its case. */
export function titleMatches(text: string): SQL | undefined {
  return text === '' ? undefined : sql`${courses.title} ilike ${toLikePattern(text)}`
}

/** The same among a student's own few courses: not by the index of all titles, which would find everybody's first. */
export function enrolledTitleMatches(text: string): SQL | undefined {
  return text === '' ? undefined : sql`(${courses.title} || '') ilike ${toLikePattern(text)}`
}

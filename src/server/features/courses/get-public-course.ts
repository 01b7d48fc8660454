import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { courses, lessons, prerequisites, reviews, users } from '#server/platform/db/schema.ts'
import type { Db } from '#server/platform/db/connect.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { reviewColumns, toReview } from '#server/features/reviews/review-row.ts'
import { baseCourseColumns, isPublished, toCourse } from './course-row.ts'
import { selectSections } from './find-sections.ts'

const MAX_REVIEWS = 6
const MAX_RELATED = 3

export const getPublicCourse: Handler<'getPublicCourse'> = async ({ db }, { course_id }) => {
  const [row] = await db
    .select({
      ...baseCourseColumns,
      details: courses.details,
      updatedAt: courses.updatedAt,
      sections: selectSections(course_id),
    })
    .from(courses)
    .where(and(eq(courses.id, course_id), isPublished))
  if (!row) throw new AppError('course_not_found')
  const [lessonRows, required, reviewRows, relatedRows] = await Promise.all([
    db
      .select({
        id: lessons.id,
        title: lessons.title,
        subtitle: lessons.subtitle,
        durationSeconds: lessons.durationSeconds,
        isPreview: lessons.isPreview,
        sectionId: lessons.sectionId,
        kind: lessons.kind,
      })
      .from(lessons)
      .where(eq(lessons.courseId, course_id))
      .orderBy(asc(lessons.place)),
    findRequired(db, course_id),
    db
      .select(reviewColumns)
      .from(reviews)
      .innerJoin(users, eq(users.id, reviews.userId))
      .where(eq(reviews.courseId, course_id))
      .orderBy(desc(reviews.id))
      .limit(MAX_REVIEWS),
    findRelated(db, row),
  ])
  return {
    msg: {
      course: toCourse({ ...row, completedLessons: null }),
      details: row.details,
      requires: required,
      sections: row.sections,
      duration: lessonRows.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0),
      updated_date: row.updatedAt.toISOString(),
      materials: lessonRows.map((lesson) => ({
        material_id: lesson.id,
        title: lesson.title,
        subtitle: lesson.subtitle,
        duration: lesson.durationSeconds,
        preview: lesson.isPreview,
        kind: lesson.kind,
        section_id: lesson.sectionId,
      })),
      reviews: reviewRows.map(toReview),
      related: relatedRows.map((related) => toCourse({ ...related, completedLessons: null })),
    },
  }
}

/** Those that everybody may see. */
const findRequired = (db: Db, courseId: number) =>
  db
    .select({ course_id: courses.id, title: courses.title, blocking: prerequisites.isBlocking })
    .from(prerequisites)
    .innerJoin(courses, and(eq(courses.id, prerequisites.requiredCourseId), isPublished))
    .where(eq(prerequisites.courseId, courseId))
    .orderBy(asc(courses.id))

interface RelatedTo {
  id: number
  category: string
  tabs: string
}

/**
 * The newest of the same category, then those that share a tag. No index serves the tags, but only in a small
 * catalogue does a category have too few courses.
 */
async function findRelated(db: Db, { id, category, tabs }: RelatedTo) {
  const find = (condition: SQL | undefined, limit: number) =>
    db
      .select(baseCourseColumns)
      .from(courses)
      .where(and(isPublished, ne(courses.id, id), condition))
      .orderBy(desc(courses.id))
      .limit(limit)
  const sameCategory = await find(eq(courses.category, category), MAX_RELATED)
  const tags = parseTags(tabs)
  if (sameCategory.length === MAX_RELATED || tags.length === 0) return sameCategory
  const sharesTag = and(ne(courses.category, category), sharesAnyTag(tags))
  return [...sameCategory, ...(await find(sharesTag, MAX_RELATED - sameCategory.length))]
}

const parseTags = (tabs: string): string[] => [
  ...new Set(
    tabs
      .toLowerCase()
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

const sharesAnyTag = (tags: string[]): SQL =>
  sql`regexp_split_to_array(lower(btrim(${courses.tabs})), '\\s*,\\s*') && ${sql.param(tags)}::text[]`

import { and, asc, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { courses, lessons, prerequisites } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { findSections } from '#server/features/courses/find-sections.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { sortByTitle } from '#server/features/courses/sort-by-title.ts'
import { adminCourseColumns, toAdminCourses } from './admin-course-row.ts'

export const getCourseForm: Handler<'getCourseForm'> = async ({ db }, { course_id }) => {
  // Read before the lessons: a save in between then causes a conflict instead of being overwritten.
  const [row] = await db
    .select({
      ...adminCourseColumns,
      version: courses.version,
      details: courses.details,
      lessonOrder: courses.lessonOrder,
    })
    .from(courses)
    .where(and(eq(courses.id, course_id), isLive))
  if (!row) throw new AppError('course_not_found')
  const lessonRows = await db.select().from(lessons).where(eq(lessons.courseId, course_id)).orderBy(asc(lessons.place))
  const required = await db
    .select({ course_id: courses.id, title: courses.title, blocking: prerequisites.isBlocking })
    .from(prerequisites)
    .innerJoin(courses, and(eq(courses.id, prerequisites.requiredCourseId), isLive))
    .where(eq(prerequisites.courseId, course_id))
  const [course] = await toAdminCourses(db, [row])
  if (!course) throw new Error('The course has no admin row')
  const materials = lessonRows.map((lesson) => ({
    material_id: lesson.id,
    title: lesson.title,
    subtitle: lesson.subtitle,
    url: lesson.url,
    created_date: lesson.createdAt.toISOString(),
    duration: lesson.durationSeconds,
    preview: lesson.isPreview,
    captions: lesson.captionsUrl,
    section_id: lesson.sectionId,
    kind: lesson.kind,
    file_name: lesson.fileName,
    completion: lesson.completion,
    watch_percent: lesson.watchPercent,
    content: lesson.content,
    quiz: lesson.quiz,
    submission_form: lesson.submissionForm,
  }))
  const { details, lessonOrder, version } = row
  return {
    msg: {
      ...{ course, details, lesson_order: lessonOrder, prerequisites: sortByTitle(required), materials, version },
      sections: await findSections(db, course_id),
    },
  }
}

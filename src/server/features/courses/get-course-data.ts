import { and, asc, eq } from 'drizzle-orm'
import type { Lesson } from '#contract/schemas/courses.ts'
import { AppError } from '#contract/errors.ts'
import { courses, enrollments, lessonProgress, lessons } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { selectSource } from '#server/features/access/entitlement-sql.ts'
import { courseColumns, enrollmentJoin, isVisibleTo, toCourse } from './course-row.ts'

export const getCourseData: Handler<'getCourseData'> = async ({ db, user }, { course_id }) => {
  const [[row], lessonRows] = await Promise.all([
    db
      .select({
        ...courseColumns,
        entitlement: selectSource(user.student_id, courses.id),
        details: courses.details,
        lessonOrder: courses.lessonOrder,
        updatedAt: courses.updatedAt,
      })
      .from(courses)
      .leftJoin(enrollments, enrollmentJoin(user.student_id))
      .where(and(eq(courses.id, course_id), isVisibleTo(user))),
    db
      .select({
        id: lessons.id,
        title: lessons.title,
        subtitle: lessons.subtitle,
        url: lessons.url,
        durationSeconds: lessons.durationSeconds,
        isPreview: lessons.isPreview,
        captionsUrl: lessons.captionsUrl,
        createdAt: lessons.createdAt,
        sectionId: lessons.sectionId,
        kind: lessons.kind,
        fileName: lessons.fileName,
        completion: lessons.completion,
        watchPercent: lessons.watchPercent,
        completedAt: lessonProgress.completedAt,
        positionSeconds: lessonProgress.positionSeconds,
      })
      .from(lessons)
      .leftJoin(
        lessonProgress,
        and(eq(lessonProgress.lessonId, lessons.id), eq(lessonProgress.userId, user.student_id)),
      )
      .where(eq(lessons.courseId, course_id))
      .orderBy(asc(lessons.place)),
  ])
  if (!row) throw new AppError('course_not_found')
  const course = {
    ...toCourse(row),
    entitlement: row.entitlement,
    details: row.details,
    lesson_order: row.lessonOrder,
    updated_date: row.updatedAt.toISOString(),
    duration: lessonRows.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0),
    // TO BE REPLACED: progress.
    requires: [],
    finished_date: null,
    can_finish: false,
    certificate_id: null,
  }
  const canWatchAll = course.enrolled || user.role === 'admin'
  const materials = lessonRows.map((lesson): Lesson => ({
    material_id: lesson.id,
    title: lesson.title,
    subtitle: lesson.subtitle,
    url: canWatchAll || lesson.isPreview ? lesson.url : '',
    created_date: lesson.createdAt.toISOString(),
    isCompleted: lesson.completedAt !== null,
    duration: lesson.durationSeconds,
    preview: lesson.isPreview,
    captions: canWatchAll || lesson.isPreview ? lesson.captionsUrl : '',
    position: lesson.positionSeconds ?? 0,
    section_id: lesson.sectionId,
    kind: lesson.kind,
    file_name: lesson.fileName,
    completion: lesson.completion,
    watch_percent: lesson.watchPercent,
    // TO BE REPLACED: progress.
    watched_percent: 0,
    locked: !(canWatchAll || lesson.isPreview),
    locked_reason: canWatchAll || lesson.isPreview ? null : 'not_enrolled',
    opens_date: null,
    is_new: false,
  }))
  const completed = materials.filter(({ isCompleted }) => isCompleted)
  return { msg: { msg: { course, sections: [], materials, completed }, enrolled: course.enrolled } }
}

import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Lesson } from '#contract/schemas/courses.ts'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { certificates, courses, enrollments, lessonProgress, lessons, sections } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { selectSource } from '#server/features/access/entitlement-sql.ts'
import { accessJoins, selectLockReason, selectOpensAt, toLock } from '#server/features/lessons/lesson-access.ts'
import { selectRequiredCourses } from '#server/features/lessons/required-courses.ts'
import { getCompletionRule, getWatchedPercent, selectRuleMet } from '#server/features/progress/is-earned.ts'
import { courseColumns, enrollmentJoin, isVisibleTo, toCourse } from './course-row.ts'
import { selectSections } from './find-sections.ts'

export const getCourseData: Handler<'getCourseData'> = async ({ db, user }, { course_id }) => {
  const [row, lessonRows] = await Promise.all([findCourse(db, user, course_id), findLessons(db, user, course_id)])
  if (!row) throw new AppError('course_not_found')
  const course = {
    ...toCourse(row),
    entitlement: row.entitlement,
    details: row.details,
    lesson_order: row.lessonOrder,
    updated_date: row.updatedAt.toISOString(),
    duration: lessonRows.reduce((sum, { durationSeconds }) => sum + (durationSeconds ?? 0), 0),
    requires: row.requires.map(({ is_done, ...required }) => ({ ...required, done: is_done || row.isWaived })),
    finished_date: row.finishedAt?.toISOString() ?? null,
    can_finish: row.completedLessons !== null && !row.finishedAt && isAllCompleted(row),
    certificate_id: row.certificateId,
  }
  const materials = lessonRows.map((lesson) => toLesson(lesson, row.finishedAt))
  const completed = materials.filter(({ isCompleted }) => isCompleted)
  return { msg: { msg: { course, sections: row.sections, materials, completed }, enrolled: course.enrolled } }
}

const isAllCompleted = ({
  completedLessons,
  lessonsCount,
}: {
  completedLessons: number | null
  lessonsCount: number
}) => lessonsCount > 0 && completedLessons === lessonsCount

interface RequiredCourse {
  course_id: number
  title: string
  blocking: boolean
  is_done: boolean
}

async function findCourse(db: Db, user: User, courseId: number) {
  const ownCertificate = db
    .select({ id: certificates.id })
    .from(certificates)
    .where(
      and(
        eq(certificates.userId, user.student_id),
        eq(certificates.courseId, courseId),
        isNull(certificates.revokedAt),
        isNull(certificates.replacedBy),
      ),
    )
  const [row] = await runPrepared(
    db
      .select({
        ...courseColumns,
        entitlement: selectSource(user.student_id, courses.id),
        details: courses.details,
        lessonOrder: courses.lessonOrder,
        updatedAt: courses.updatedAt,
        sections: selectSections(courseId),
        isWaived: sql<boolean>`${enrollments.prerequisitesWaived} is not null`,
        certificateId: sql<string | null>`(${ownCertificate})`,
        requires: sql<RequiredCourse[]>`(
        select coalesce(json_agg(json_build_object('course_id', course_id, 'title', title, 'blocking', is_blocking,
          'is_done', is_finished) order by course_id), '[]')
        from ${selectRequiredCourses(user.student_id, courseId)} required)`,
      })
      .from(courses)
      .leftJoin(enrollments, enrollmentJoin(user.student_id))
      .where(and(eq(courses.id, courseId), isVisibleTo(user))),
  )
  return row
}

type LessonRow = Awaited<ReturnType<typeof findLessons>>[number]

function findLessons(db: Db, user: User, courseId: number) {
  const joins = accessJoins(user)
  return runPrepared(
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
        watched: lessonProgress.watched,
        isRuleMet: selectRuleMet(user.student_id),
        reason: selectLockReason(user, courseId),
        opensAt: selectOpensAt,
      })
      .from(lessons)
      .innerJoin(courses, joins.course)
      .leftJoin(sections, joins.section)
      .leftJoin(enrollments, joins.enrollment)
      .leftJoin(lessonProgress, joins.progress)
      .where(eq(lessons.courseId, courseId))
      .orderBy(asc(lessons.place)),
  )
}

/** Of a locked lesson only what the list shows. */
function toLesson(lesson: LessonRow, finishedAt: Date | null): Lesson {
  const { completedAt } = lesson
  const lock = toLock(lesson.reason, lesson.opensAt)
  // Only the tick is missing where the rule was changed after the work was accepted or the quiz passed.
  const completion = completedAt === null && lesson.isRuleMet ? 'manual' : getCompletionRule(lesson)
  return {
    material_id: lesson.id,
    title: lesson.title,
    subtitle: lesson.subtitle,
    url: lock ? '' : lesson.url,
    created_date: lesson.createdAt.toISOString(),
    isCompleted: completedAt !== null,
    duration: lesson.durationSeconds,
    preview: lesson.isPreview,
    captions: lock ? '' : lesson.captionsUrl,
    position: lesson.positionSeconds ?? 0,
    section_id: lesson.sectionId,
    kind: lesson.kind,
    file_name: lock ? '' : lesson.fileName,
    completion,
    watch_percent: completion === 'watched' ? lesson.watchPercent : null,
    watched_percent: getWatchedPercent(lesson.watched, lesson.durationSeconds),
    locked: lock !== null,
    locked_reason: lock?.reason ?? null,
    opens_date: lock?.opensAt?.toISOString() ?? null,
    // The finish counted what was completed by then.
    is_new: finishedAt !== null && !(completedAt !== null && completedAt <= finishedAt),
  }
}

import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { LearningEventKind } from '#contract/choices.ts'
import { AppError } from '#contract/errors.ts'
import { MAX_DETAIL_ROWS } from '#contract/limits.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { courses, enrollments, learningEvents, lessonProgress, lessons, users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { calculateProgress } from '#contract/calculate-progress.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { describeEvent } from './describe-event.ts'
import { getWatchedPercent } from './is-earned.ts'
import { mergeWatchedEvents } from './merge-watched-events.ts'

/** A player reports every few seconds, and neighbours are shown as one. */
const MAX_EVENTS = 5 * MAX_DETAIL_ROWS

export const getStudentProgress: Handler<'getStudentProgress'> = async ({ db }, { student_id, course_id }) => {
  const [[student], [course], [enrollment], lessonRows, events] = await Promise.all([
    db.select().from(users).where(eq(users.id, student_id)),
    db
      .select({ title: courses.title, lessonsCount: courses.lessonsCount })
      .from(courses)
      .where(and(eq(courses.id, course_id), isLive)),
    db
      .select()
      .from(enrollments)
      .where(and(eq(enrollments.userId, student_id), eq(enrollments.courseId, course_id))),
    findLessons(db, student_id, course_id),
    findEvents(db, student_id, course_id),
  ])
  if (!student) throw new AppError('user_not_found')
  if (!course) throw new AppError('course_not_found')
  if (!enrollment) throw new AppError('not_enrolled', { text: 'The student is not enrolled in this course' })
  const isFinished = enrollment.completedAt !== null
  return {
    msg: {
      student: { student_id, name: `${student.firstName} ${student.lastName}`.trim(), email: student.email },
      course: { course_id, title: course.title },
      progress: calculateProgress({ completed: enrollment.completedLessons, total: course.lessonsCount, isFinished }),
      finished_date: enrollment.completedAt?.toISOString() ?? null,
      prerequisites_waived: enrollment.prerequisitesWaived !== null,
      materials: lessonRows.map(({ watched, durationSeconds, ...lesson }) => ({
        ...lesson,
        watched_percent: getWatchedPercent(watched, durationSeconds),
      })),
      events: mergeWatchedEvents(events)
        .slice(0, MAX_DETAIL_ROWS)
        .map((event) => ({
          event_id: event.id,
          kind: event.kind,
          material_id: event.lessonId,
          material_title: event.lessonTitle,
          text: describeEvent(event),
          actor_name: event.actorName ?? (isByAdmin(event) ? 'Deleted admin' : null),
          reason: event.reason,
          created_date: event.createdAt.toISOString(),
        })),
    },
  }
}

/** Only admins grade, which may complete the lesson, and give a reason with all else that they do. */
const isByAdmin = ({ kind, reason, data }: ByAdminFields): boolean =>
  reason !== '' || (kind !== 'assignment_submitted' && 'submission_id' in data)

interface ByAdminFields {
  kind: LearningEventKind
  reason: string
  data: Record<string, unknown>
}

function findLessons(db: Db, userId: number, courseId: number) {
  return db
    .select({
      material_id: lessons.id,
      title: lessons.title,
      kind: lessons.kind,
      isCompleted: sql<boolean>`${lessonProgress.completedAt} is not null`,
      watched: lessonProgress.watched,
      durationSeconds: lessons.durationSeconds,
    })
    .from(lessons)
    .leftJoin(lessonProgress, and(eq(lessonProgress.lessonId, lessons.id), eq(lessonProgress.userId, userId)))
    .where(eq(lessons.courseId, courseId))
    .orderBy(asc(lessons.place))
}

function findEvents(db: Db, userId: number, courseId: number) {
  const actors = alias(users, 'actors')
  return db
    .select({
      id: learningEvents.id,
      kind: learningEvents.kind,
      lessonId: learningEvents.lessonId,
      lessonTitle: lessons.title,
      data: learningEvents.data,
      reason: learningEvents.reason,
      createdAt: learningEvents.createdAt,
      actorName: sql<string | null>`nullif(trim(${actors.firstName} || ' ' || ${actors.lastName}), '')`,
    })
    .from(learningEvents)
    .leftJoin(lessons, eq(lessons.id, learningEvents.lessonId))
    .leftJoin(actors, eq(actors.id, learningEvents.actorId))
    .where(and(eq(learningEvents.userId, userId), eq(learningEvents.courseId, courseId)))
    .orderBy(desc(learningEvents.id))
    .limit(MAX_EVENTS)
}

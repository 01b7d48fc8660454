import { and, desc, eq, sql } from 'drizzle-orm'
import type { User } from '#contract/schemas/accounts/users.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, enrollments, learningEvents, lessonProgress } from '#server/platform/db/schema.ts'
import { calculateProgress } from '#contract/calculate-progress.ts'
import { lockOwnEnrollment, type LockedEnrollment } from '#server/features/enrollments/lock-enrollment.ts'
import { requireOpenLesson } from '#server/features/lessons/lesson-access.ts'
import { changeCompletion } from './complete-lesson.ts'
import { getCompletionRule, getWatchedPercent, isWatched } from './is-earned.ts'
import { type LessonState, readLessonState } from './read-lesson-state.ts'
import {
  countSeconds,
  formatRanges,
  mergeRanges,
  parseRanges,
  type Ranges,
  subtractRanges,
  takeSeconds,
} from './watched-ranges.ts'

/** The fastest a player plays. */
const MAX_SPEED = 2.5
/** For a report that was late: it is lent once, and earned again while time passes. */
const SLACK_S = 15
const FIRST_REPORT_MAX_S = 60

interface Report {
  lessonId: number
  position: number
  /** As the player sent them. */
  ranges: readonly (readonly [number, number])[]
}

/** Records what the student has watched, as far as the time since the last report allows, and completes the lesson with it. */
export async function saveWatched(tx: Tx, user: User, { lessonId, position, ranges }: Report) {
  const { courseId } = await requireOpenLesson(tx, user, lessonId)
  const enrollment = await lockOwnEnrollment(tx, user.student_id, courseId)
  const lesson = await readLessonState(tx, user, { courseId, lessonId })
  const known = parseRanges(lesson.watched ?? '{}')
  const added = await believe(tx, enrollment, lesson, { known, ranges })
  const watched = formatRanges(mergeRanges([...known, ...added]))
  const change = { positionSeconds: position, watched }
  await tx
    .insert(lessonProgress)
    .values({ userId: user.student_id, lessonId, ...change })
    .onConflictDoUpdate({
      target: [lessonProgress.userId, lessonProgress.lessonId],
      set: { ...change, updatedAt: sql`now()` },
    })
  const isCompletedNow =
    lesson.completedAt === null && getCompletionRule(lesson) === 'watched' && isWatched(lesson, watched)
  const { progress } = isCompletedNow
    ? await changeCompletion(tx, enrollment, lesson, { value: true })
    : await readProgress(tx, enrollment)
  const isCompleted = isCompletedNow || lesson.completedAt !== null
  const watched_percent = getWatchedPercent(watched, lesson.durationSeconds)
  return { watched_percent, isCompleted, progress, isCompletedNow }
}

/** Returns what is new and believed, and writes it into the timeline. */
async function believe(
  tx: Tx,
  { userId, courseId }: LockedEnrollment,
  lesson: LessonState,
  { known, ranges }: { known: Ranges; ranges: Report['ranges'] },
): Promise<Ranges> {
  const { lessonId, now, durationSeconds } = lesson
  const end = durationSeconds ? Math.ceil(durationSeconds) : Number.POSITIVE_INFINITY
  const reported = mergeRanges(ranges.map(([from, to]) => [Math.round(from), Math.min(Math.round(to), end)]))
  const claimed = subtractRanges(reported, known)
  if (claimed.length === 0) return []
  const budget = known.length === 0 ? FIRST_REPORT_MAX_S : await readBudget(tx, { userId, courseId, lessonId, now })
  const added = takeSeconds(claimed, budget)
  if (added.length === 0) return []
  const left = Math.min(SLACK_S, budget - countSeconds(added))
  await tx
    .insert(learningEvents)
    .values({ userId, courseId, lessonId, kind: 'watched', data: { ranges: added, left }, createdAt: now })
  return added
}

/** What the time since the last report allows, with what was left of the slack then. */
async function readBudget(
  tx: Tx,
  { userId, courseId, lessonId, now }: { userId: number; courseId: number; lessonId: number; now: Date },
): Promise<number> {
  const [last] = await tx
    .select({ data: learningEvents.data, createdAt: learningEvents.createdAt })
    .from(learningEvents)
    .where(
      and(
        eq(learningEvents.userId, userId),
        eq(learningEvents.courseId, courseId),
        eq(learningEvents.lessonId, lessonId),
        eq(learningEvents.kind, 'watched'),
      ),
    )
    .orderBy(desc(learningEvents.id))
    .limit(1)
  if (!last) return FIRST_REPORT_MAX_S
  const elapsedMs = now.getTime() - last.createdAt.getTime()
  // The clock was set back: nothing would count until it has come to the old time again.
  if (elapsedMs < 0) return FIRST_REPORT_MAX_S
  const left = typeof last.data['left'] === 'number' ? last.data['left'] : 0
  return left + (MAX_SPEED * elapsedMs) / 1_000
}

async function readProgress(tx: Tx, { id, finishedAt }: LockedEnrollment): Promise<{ progress: number }> {
  const [row] = await tx
    .select({ completed: enrollments.completedLessons, total: courses.lessonsCount })
    .from(enrollments)
    .innerJoin(courses, eq(courses.id, enrollments.courseId))
    .where(eq(enrollments.id, id))
  return { progress: calculateProgress({ completed: 0, total: 0, ...row, isFinished: finishedAt !== null }) }
}

import { and, eq, type SQL, sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { runPrepared } from '#server/platform/db/run-prepared.ts'
import { enrollments, learningEvents, lessonProgress, lessons } from '#server/platform/db/schema.ts'
import { calculateProgress } from '#contract/calculate-progress.ts'
import { type LockedEnrollment, lockEnrollment } from '#server/features/enrollments/lock-enrollment.ts'
import { finishEnrollment } from './finish-enrollment.ts'
import { type LessonState, readLessonState } from './read-lesson-state.ts'

interface CompletionChange {
  value: boolean
  /** The admin who does it; without one it is the student's own. */
  actorId?: number | null
  reason?: string
  /** Further facts for the timeline, such as the attempt's id. */
  data?: Record<string, unknown>
}

interface LessonChange extends CompletionChange {
  userId: number
  courseId: number
  lessonId: number
}

/**
 * Completes or reopens a lesson for a student, whatever its rule, and finishes the course with the last one. Repeating it
 * changes nothing. Locks the course and the enrollment, so a caller with other locks takes those two first.
 */
export async function setLessonCompleted(tx: Tx, change: LessonChange): Promise<{ progress: number }> {
  const enrollment = await lockEnrollment(tx, change.userId, change.courseId)
  const lesson = await readLessonState(tx, { student_id: change.userId, role: 'student' }, change)
  return changeCompletion(tx, enrollment, lesson, change)
}

/** Like `setLessonCompleted`, for a caller that has locked the enrollment and read the lesson's state since. */
export async function changeCompletion(
  tx: Tx,
  enrollment: LockedEnrollment,
  lesson: LessonState,
  change: CompletionChange,
): Promise<{ progress: number }> {
  const { finishedAt } = enrollment
  const isChanged = (lesson.completedAt !== null) !== change.value
  // What is completed after the finish has a later time, so `completedAt` tells which lessons the finish counted.
  const at = finishedAt && finishedAt >= lesson.now ? new Date(finishedAt.getTime() + 1) : lesson.now
  const { completed, total } = isChanged
    ? await writeCompletion(tx, enrollment, lesson, { ...change, at })
    : await recountEnrollment(tx, enrollment)
  if (isChanged && change.value && !finishedAt && completed === total) {
    await finishEnrollment(tx, enrollment, at, change)
    return { progress: 100 }
  }
  const isCounted = lesson.completedAt !== null && finishedAt !== null && lesson.completedAt <= finishedAt
  const isReopened = isChanged && isCounted
  if (isReopened) await reopenEnrollment(tx, enrollment, { ...change, at })
  return { progress: calculateProgress({ completed, total, isFinished: finishedAt !== null && !isReopened }) }
}

/** One statement, because the enrollment is locked meanwhile. */
function writeCompletion(
  tx: Tx,
  enrollment: LockedEnrollment,
  { lessonId }: LessonState,
  { value, actorId = null, reason = '', data = {}, at }: CompletionChange & { at: Date },
): Promise<Counts> {
  const { userId, courseId } = enrollment
  const completedAt = value ? at : null
  const progress = tx.$with('progress').as(
    tx
      .insert(lessonProgress)
      .values({ userId, lessonId, completedAt })
      .onConflictDoUpdate({
        target: [lessonProgress.userId, lessonProgress.lessonId],
        set: { completedAt, updatedAt: sql`now()` },
      })
      .returning({ lessonId: lessonProgress.lessonId }),
  )
  const kind = value ? 'lesson_completed' : 'lesson_reopened'
  const event = tx
    .$with('event')
    .as(
      tx
        .insert(learningEvents)
        .values({ userId, courseId, lessonId, kind, actorId, reason, data, createdAt: at })
        .returning({ id: learningEvents.id }),
    )
  // The statement does not see what it writes.
  const isCompleted = sql`case when ${lessons.id} = ${lessonId} then ${value}::boolean else ${lessonProgress.completedAt} is not null end`
  return updateCounts(tx, enrollment, isCompleted, tx.with(progress, event))
}

interface Counts {
  completed: number
  total: number
}

type CountedEnrollment = Pick<LockedEnrollment, 'id' | 'userId' | 'courseId'>

/** Counts what the student has completed of the course's lessons. */
export const recountEnrollment = (tx: Tx, enrollment: CountedEnrollment): Promise<Counts> =>
  updateCounts(tx, enrollment, sql`${lessonProgress.completedAt} is not null`, tx)

/** @param statement which may write before */
async function updateCounts(
  tx: Tx,
  { id, userId, courseId }: CountedEnrollment,
  isCompleted: SQL,
  statement: Pick<Tx, 'update'>,
): Promise<Counts> {
  const counted = tx
    .select({
      total: sql<number>`count(*)::int`.as('total'),
      completed: sql<number>`(count(*) filter (where ${isCompleted}))::int`.as('completed'),
    })
    .from(lessons)
    .leftJoin(lessonProgress, and(eq(lessonProgress.lessonId, lessons.id), eq(lessonProgress.userId, userId)))
    .where(eq(lessons.courseId, courseId))
    .as('counted')
  const [row] = await runPrepared(
    statement
      .update(enrollments)
      .set({ completedLessons: sql`${counted.completed}` })
      .from(counted)
      .where(eq(enrollments.id, id))
      .returning({ completed: counted.completed, total: counted.total }),
  )
  return row ?? { completed: 0, total: 0 }
}

async function reopenEnrollment(
  tx: Tx,
  { id, userId, courseId }: LockedEnrollment,
  { actorId = null, reason = '', at }: CompletionChange & { at: Date },
): Promise<void> {
  await tx.update(enrollments).set({ completedAt: null }).where(eq(enrollments.id, id))
  await tx.insert(learningEvents).values({ userId, courseId, kind: 'course_reopened', actorId, reason, createdAt: at })
}

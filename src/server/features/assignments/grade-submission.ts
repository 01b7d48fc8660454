import { and, eq, gt, sql } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { announceAccess } from '#server/features/access/announce-access.ts'
import { lockEnrollment } from '#server/features/enrollments/lock-enrollment.ts'
import { pushUnreadCounts } from '#server/features/notifications/notify-new-lessons.ts'
import { setLessonCompleted } from '#server/features/progress/complete-lesson.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, learningEvents, lessons, notifications, submissions, users } from '#server/platform/db/schema.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'

/** Accepting completes the lesson, if that is its rule; returning asks for another try. */
export const gradeSubmission: Handler<'gradeSubmission'> = async (
  { db, user, from, live, mailer, invalidate },
  { submission_id, status, feedback, graded_date },
) => {
  const { userId: studentId, courseId } = await db.transaction(async (tx) => {
    const work = await lockSubmission(tx, submission_id, graded_date)
    const { userId, lessonId, courseId } = work
    invalidate([`progress:${userId}`])
    await tx
      .update(submissions)
      .set({ status, feedback, gradedBy: user.student_id, gradedAt: sql`clock_timestamp()` })
      .where(eq(submissions.id, submission_id))
    const kind = status === 'accepted' ? 'assignment_accepted' : 'assignment_returned'
    const data = { submission_id }
    await tx.insert(learningEvents).values({ userId, courseId, lessonId, kind, data, actorId: user.student_id })
    if (status === 'accepted' && work.completion === 'accepted')
      await setLessonCompleted(tx, { userId, courseId, lessonId, value: true, data, actorId: user.student_id })
    await tx.insert(notifications).values({ userId, kind: 'assignment-graded', title: work.title, courseId, lessonId })
    await queueMail(tx, { kind: 'assignment-graded', toEmail: work.email, userId, submissionId: submission_id })
    const verb = status === 'accepted' ? 'Accepted' : 'Returned'
    const message = `${verb} “${work.title}” of ${work.name} in “${work.courseTitle}”`
    await writeLog(tx, { kind: 'learning', message, email: user.email, studentId: user.student_id })
    const subject = { kind: 'assignment', id: submission_id, name: `${work.title}, ${work.name}`, userId } as const
    const action = status === 'accepted' ? 'assignment.accept' : 'assignment.return'
    const before = { status: work.status, feedback: work.feedback }
    await writeAudit(tx, { actor: user, from, action, subject, before, after: { status, feedback } })
    return { userId, courseId }
  })
  mailer.wake()
  // The student's open course shows the grade, and what it opens.
  announceAccess(live, studentId, courseId)
  await pushUnreadCounts(db, live, [studentId])
  return { msg: status === 'accepted' ? 'The work was accepted' : 'The work was returned' }
}

/**
 * Locks the enrollment and then the submission. Only the student's latest work can be graded.
 * @param gradedDate what the admin saw; undefined: it is not compared
 */
async function lockSubmission(tx: Tx, submissionId: number, gradedDate: string | null | undefined) {
  const [work] = await tx
    .select({
      userId: submissions.userId,
      lessonId: submissions.lessonId,
      courseId: lessons.courseId,
      title: lessons.title,
      courseTitle: courses.title,
      completion: lessons.completion,
      email: users.email,
      name: sql<string>`${users.firstName} || ' ' || ${users.lastName}`,
    })
    .from(submissions)
    .innerJoin(lessons, eq(lessons.id, submissions.lessonId))
    .innerJoin(courses, eq(courses.id, lessons.courseId))
    .innerJoin(users, eq(users.id, submissions.userId))
    .where(eq(submissions.id, submissionId))
  if (!work) throw new AppError('submission_not_found')
  await lockEnrollment(tx, work.userId, work.courseId)
  const [locked] = await tx
    .select({ status: submissions.status, feedback: submissions.feedback, gradedAt: submissions.gradedAt })
    .from(submissions)
    .where(eq(submissions.id, submissionId))
    .for('update')
  // The student has replaced it meanwhile.
  if (!locked) throw new AppError('submission_not_found')
  if (locked.status === 'accepted') throw new AppError('already_accepted', { text: 'This work is already accepted' })
  const [newer] = await tx
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.userId, work.userId),
        eq(submissions.lessonId, work.lessonId),
        gt(submissions.id, submissionId),
      ),
    )
    .limit(1)
  if (newer) throw new AppError('changed_meanwhile', { text: 'The student has handed in newer work' })
  if (gradedDate !== undefined && toMs(gradedDate) !== toMs(locked.gradedAt))
    throw new AppError('changed_meanwhile', { text: 'This work was graded while you were reading it' })
  return { ...work, ...locked }
}

const toMs = (date: string | Date | null) => date && new Date(date).getTime()

import { eq } from 'drizzle-orm'
import type { AuditAction, AuditFields } from '#contract/audit-actions.ts'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { users } from '#server/platform/db/schema.ts'
import type { Context } from '#server/pipeline/handler.ts'
import { announceAccess, getAccessTags } from '#server/features/access/announce-access.ts'
import { type LockedEnrollment, lockEnrollment } from '#server/features/enrollments/lock-enrollment.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

type ProgressAction = Extract<
  AuditAction,
  `user.${'complete_lesson' | 'reopen_lesson' | 'reset_progress' | 'waive_prerequisites'}`
>

interface Target {
  student_id: number
  course_id: number
  reason: string
}

/** Finds the student's enrollment, whether it gives access or not, and locks it. */
async function lockStudent(tx: Tx, userId: number, courseId: number) {
  const [student] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId))
  if (!student) throw new AppError('user_not_found')
  const enrollment = await lockEnrollment(tx, userId, courseId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'not_enrolled')
      throw new AppError('not_enrolled', { text: 'The student is not enrolled in this course' })
    throw error
  })
  return { enrollment, name: `${student.firstName} ${student.lastName}`.trim() }
}

/**
 * An admin's change of a student's progress, with its reason in the system log.
 * @param change returns what to log, and what the call answers; `before` is what it has replaced
 */
export async function changeStudentProgress<Result>(
  {
    db,
    user,
    from,
    invalidate,
    live,
  }: Pick<Context<'setLessonProgress'>, 'db' | 'user' | 'from' | 'invalidate' | 'live'>,
  action: ProgressAction,
  { student_id: userId, course_id: courseId, reason }: Target,
  change: (
    tx: Tx,
    enrollment: LockedEnrollment,
    name: string,
  ) => Promise<{ log: string | null; before: AuditFields; result: Result }>,
): Promise<Result> {
  const result = await db.transaction(async (tx) => {
    const { enrollment, name } = await lockStudent(tx, userId, courseId)
    const { log, before, result: changed } = await change(tx, enrollment, name)
    if (log !== null) {
      await writeLog(tx, { kind: 'user', message: `${log}: ${reason}`, email: user.email, studentId: user.student_id })
      const subject = { kind: 'user', id: userId, name } as const
      await writeAudit(tx, { actor: user, from, action, subject, before, after: { change: log, reason } })
    }
    invalidate([...getAccessTags(userId), 'certificates', 'notifications'])
    return changed
  })
  announceAccess(live, userId, courseId)
  return result
}

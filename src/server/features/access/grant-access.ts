import { and, asc, eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import type { Tx } from '#server/platform/db/connect.ts'
import { courses, entitlements, users } from '#server/platform/db/schema.ts'
import type { Context, Handler } from '#server/pipeline/handler.ts'
import { endOpenOrders } from '#server/features/orders/end-open-orders.ts'
import { isLive } from '#server/features/courses/course-row.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { announceAccess, getAccessTags } from './announce-access.ts'
import { isLiveEntitlement } from './entitlement-sql.ts'
import { grantEntitlement, revokeEntitlements } from './entitlements.ts'

interface AccessInput {
  student_id: number
  course_id: number
  reason: string
}

export const grantAccess: Handler<'grantAccess'> = async (context, input) => {
  const isChanged = await changeAccess(
    context,
    'user.grant_access',
    input,
    async (tx, { userId, courseId, name, title }) =>
      (await grantEntitlement(tx, { userId, courseId, source: 'grant' }))
        ? `Granted ${name} access to “${title}”`
        : null,
  )
  if (isChanged) await endOpenOrders(context, input.student_id, context.user)
  return { msg: isChanged ? 'The student can open the course now' : 'The student has been granted access already' }
}

export const revokeAccess: Handler<'revokeAccess'> = async (context, input) => {
  const isChanged = await changeAccess(
    context,
    'user.revoke_access',
    input,
    async (tx, { userId, courseId, name, title }) =>
      (await revokeEntitlements(tx, { userId, courseId, reason: input.reason }))
        ? `Revoked ${name}’s access to “${title}”`
        : null,
  )
  return {
    msg: isChanged
      ? 'The student can no longer open the course. The progress is kept'
      : 'The student has no access to this course',
  }
}

/** @param change returns what to log, or null if nothing changed */
async function changeAccess(
  { db, user, from, invalidate, live }: Context<'grantAccess' | 'revokeAccess'>,
  action: 'user.grant_access' | 'user.revoke_access',
  { student_id: userId, course_id: courseId, reason }: AccessInput,
  change: (tx: Tx, target: { userId: number; courseId: number; name: string; title: string }) => Promise<string | null>,
): Promise<boolean> {
  const isChanged = await db.transaction(async (tx) => {
    const target = await findStudentAndCourse(tx, userId, courseId)
    const before = { access: await readSources(tx, userId, courseId) }
    const message = await change(tx, { userId, courseId, ...target })
    if (message === null) return false
    const entry = { kind: 'user' as const, email: user.email, studentId: user.student_id }
    await writeLog(tx, { ...entry, message: `${message}: ${reason}` })
    const subject = { kind: 'user', id: userId, name: target.name } as const
    const access = await readSources(tx, userId, courseId)
    const after = { access, courseId, course: target.title, reason }
    await writeAudit(tx, { actor: user, from, action, subject, before, after })
    invalidate(getAccessTags(userId))
    return true
  })
  if (isChanged) announceAccess(live, userId, courseId)
  return isChanged
}

/** What opens the course for the student, for example an order and a grant. */
async function readSources(tx: Tx, userId: number, courseId: number): Promise<string[]> {
  const rows = await tx
    .select({ source: entitlements.source })
    .from(entitlements)
    .where(and(eq(entitlements.userId, userId), eq(entitlements.courseId, courseId), isLiveEntitlement))
    .orderBy(asc(entitlements.id))
  return rows.map(({ source }) => source)
}

/** The course's lock comes before the user's, as in all transactions. */
async function findStudentAndCourse(
  tx: Tx,
  userId: number,
  courseId: number,
): Promise<{ name: string; title: string }> {
  const [course] = await tx
    .select({ title: courses.title })
    .from(courses)
    .where(and(eq(courses.id, courseId), isLive))
    .for('key share')
  if (!course) throw new AppError('course_not_found')
  const [student] = await tx
    .select({ firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(eq(users.id, userId))
  if (!student) throw new AppError('user_not_found')
  return { name: `${student.firstName} ${student.lastName}`.trim(), title: course.title }
}

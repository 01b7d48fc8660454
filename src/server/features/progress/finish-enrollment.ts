import { eq } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'
import { enrollments, learningEvents, users } from '#server/platform/db/schema.ts'
import { issueCertificatesOf } from '#server/features/certificates/issue-certificate.ts'
import type { LockedEnrollment } from '#server/features/enrollments/lock-enrollment.ts'
import { finishPaths } from '#server/features/paths/finish-paths.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'

/** Finishes a course whose lessons are all completed, with its certificate and the paths that end with it. */
export async function finishEnrollment(
  tx: Tx,
  { id, userId, courseId, courseTitle }: LockedEnrollment,
  finishedAt: Date,
  {
    actorId = null,
    reason = '',
    data = {},
  }: { actorId?: number | null; reason?: string; data?: Record<string, unknown> } = {},
): Promise<void> {
  await tx.update(enrollments).set({ completedAt: finishedAt }).where(eq(enrollments.id, id))
  await tx
    .insert(learningEvents)
    .values({ userId, courseId, kind: 'course_finished', actorId, reason, data, createdAt: finishedAt })
  const [student] = await tx.select({ email: users.email }).from(users).where(eq(users.id, userId))
  await writeLog(tx, {
    kind: 'learning',
    message: `Completed “${courseTitle}”`,
    email: student?.email ?? '',
    studentId: userId,
  })
  await issueCertificatesOf(tx, { userId, courseId })
  await finishPaths(tx, userId, courseId)
}

import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toAccountTag } from '#server/http/sessions/session.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { moveToTrash } from '#server/features/trash/move-to-trash.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { detachUser } from './remove-user.ts'
import { requireAnotherAdmin } from './require-another-admin.ts'

/** Moves the user to the trash with everything of theirs. The email is free for another account meanwhile. */
export const deleteUser: Handler<'deleteUser'> = async ({ db, user, from, invalidate }, { user_id }) => {
  if (user_id === user.student_id) throw new AppError('own_account')
  await db.transaction(async (tx) => {
    const [targetUser] = await tx.select().from(users).where(eq(users.id, user_id))
    if (!targetUser) throw new AppError('user_not_found')
    if (targetUser.role === 'admin') await requireAnotherAdmin(tx, { actorId: user.student_id, userId: user_id })
    await detachUser(tx, user_id)
    const name = `${targetUser.firstName} ${targetUser.lastName}`.trim()
    await moveToTrash(tx, { kind: 'user', id: user_id, name, details: targetUser.email, user })
    invalidate([toAccountTag(user_id)])
    await writeLog(tx, {
      kind: 'user',
      message: `Deleted ${name} (${targetUser.email})`,
      email: user.email,
      studentId: user.student_id,
    })
    const subject = { kind: 'user', id: user_id, name } as const
    const before = { email: targetUser.email, role: targetUser.role, courses: targetUser.courseJoined }
    await writeAudit(tx, { actor: user, from, action: 'user.delete', subject, before })
  })
  return { msg: 'The user was deleted' }
}

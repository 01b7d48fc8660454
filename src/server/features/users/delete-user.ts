import { eq } from 'drizzle-orm'
import { AppError } from '#contract/errors.ts'
import { users } from '#server/platform/db/schema.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { toAccountTag } from '#server/http/session-store.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { removeUser } from './remove-user.ts'
import { requireAnotherAdmin } from './require-another-admin.ts'

export const deleteUser: Handler<'deleteUser'> = async ({ db, user, from, invalidate, pictures }, { user_id }) => {
  if (user_id === user.student_id) throw new AppError('own_account')
  const imageUrl = await db.transaction(async (tx) => {
    const [targetUser] = await tx.select().from(users).where(eq(users.id, user_id))
    if (!targetUser) throw new AppError('user_not_found')
    if (targetUser.role === 'admin') await requireAnotherAdmin(tx, { actorId: user.student_id, userId: user_id })
    await removeUser(tx, user_id)
    invalidate([toAccountTag(user_id)])
    const name = `${targetUser.firstName} ${targetUser.lastName}`.trim()
    await writeLog(tx, {
      kind: 'user',
      message: `Deleted ${name} (${targetUser.email})`,
      email: user.email,
      studentId: user.student_id,
    })
    const subject = { kind: 'user', id: user_id, name } as const
    const before = { email: targetUser.email, role: targetUser.role, courses: targetUser.courseJoined }
    await writeAudit(tx, { actor: user, from, action: 'user.delete', subject, before })
    return targetUser.imageUrl
  })
  await pictures.removeIfUnused(db, [imageUrl])
  return { msg: 'The user was deleted' }
}

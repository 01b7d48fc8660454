import { AppError } from '#contract/errors.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { queueMail } from '#server/platform/mail/queue-mail.ts'
import { eraseUserEntries } from '#server/features/audit-log/erase-user-entries.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { removeUser } from '#server/features/users/remove-user.ts'
import { requireRecentAuth } from './require-recent-auth.ts'

export const deleteAccount: Handler<'deleteAccount'> = async (context, { confirmation, password }) => {
  const { db, user, session, throttles, mailer, pictures } = context
  if (confirmation !== user.email) throw new AppError('invalid_input', { text: 'Type your email to confirm' })
  await requireRecentAuth(context, password)
  const isNotified = await throttles.canSendGoodbye(user.email)
  await db.transaction(async (tx) => {
    await removeUser(tx, user.student_id)
    await eraseUserEntries(tx, user.student_id)
    if (isNotified) await queueMail(tx, { kind: 'account-deleted', toEmail: user.email, userId: null })
    await writeLog(tx, {
      kind: 'account',
      message: 'Deleted the account',
      email: user.email,
      studentId: user.student_id,
    })
  })
  mailer.wake()
  await session.end()
  await pictures.removeIfUnused(db, [user.image_url])
  return { msg: 'Your account was deleted' }
}

import type { Handler } from '#server/pipeline/handler.ts'
import { writeAudit } from '#server/features/audit-log/write-audit.ts'
import { writeLog } from '#server/features/system-log/write-log.ts'
import { BackupError } from './archive/archive-format.ts'

/** Answers once it has started, because a backup takes minutes. */
export const startBackup: Handler<'startBackup'> = async ({ db, user, from, backups }) => {
  try {
    await backups.start()
  } catch (error) {
    if (error instanceof BackupError) return { msg: 'A backup is already running' }
    throw error
  }
  await db.transaction(async (tx) => {
    await writeLog(tx, { kind: 'site', message: 'Started a backup', email: user.email, studentId: user.student_id })
    await writeAudit(tx, {
      actor: user,
      from,
      action: 'site.backup',
      subject: { kind: 'site', name: 'The site' },
      after: { started: 'by an admin' },
    })
  })
  return { msg: 'The backup has started' }
}

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
  await writeLog(db, { kind: 'site', message: 'Started a backup', email: user.email, studentId: user.student_id })
  const subject = { kind: 'site', name: 'The site' } as const
  await writeAudit(db, { actor: user, from, action: 'site.backup', subject })
  return { msg: 'The backup has started' }
}

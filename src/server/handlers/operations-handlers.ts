import { getAuditLog } from '#server/features/audit-log/get-audit-log.ts'
import { getBackups } from '#server/features/backups/get-backups.ts'
import { startBackup } from '#server/features/backups/start-backup.ts'
import { getErrorGroups } from '#server/features/system/errors/get-error-groups.ts'
import { setErrorSolved } from '#server/features/system/errors/set-error-solved.ts'
import { getSystem } from '#server/features/system/get-system.ts'
import { sendTestMail } from '#server/features/system/send-test-mail.ts'
import { deleteFromTrash } from '#server/features/trash/delete-from-trash.ts'
import { getTrash } from '#server/features/trash/get-trash.ts'
import { restoreFromTrash } from '#server/features/trash/restore-from-trash.ts'

/** The handlers of operations-calls.ts. */
export const operationsHandlers = {
  getSystem,
  getErrorGroups,
  setErrorSolved,
  sendTestMail,
  getTrash,
  restoreFromTrash,
  deleteFromTrash,
  getAuditLog,
  getBackups,
  startBackup,
}

import { getAuditLog } from './features/audit-log/get-audit-log.ts'
import { getBackups } from './features/backups/get-backups.ts'
import { startBackup } from './features/backups/start-backup.ts'
import { getErrorGroups } from './features/system/errors/get-error-groups.ts'
import { setErrorSolved } from './features/system/errors/set-error-solved.ts'
import { getSystem } from './features/system/get-system.ts'
import { sendTestMail } from './features/system/send-test-mail.ts'
import { deleteFromTrash } from './features/trash/delete-from-trash.ts'
import { getTrash } from './features/trash/get-trash.ts'
import { restoreFromTrash } from './features/trash/restore-from-trash.ts'

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

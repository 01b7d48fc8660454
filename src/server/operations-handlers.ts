import { getAuditLog } from './features/audit-log/get-audit-log.ts'
import { deleteFromTrash } from './features/trash/delete-from-trash.ts'
import { getTrash } from './features/trash/get-trash.ts'
import { restoreFromTrash } from './features/trash/restore-from-trash.ts'

/** The handlers of OPERATIONS_CALLS. */
export const operationsHandlers = { getTrash, restoreFromTrash, deleteFromTrash, getAuditLog }

import { getBackups } from './features/backups/get-backups.ts'
import { startBackup } from './features/backups/start-backup.ts'

/** The handlers of operations-calls.ts. */
export const operationsHandlers = {
  // Backups.
  getBackups,
  startBackup,
}

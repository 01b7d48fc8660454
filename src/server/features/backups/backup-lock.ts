import type { Database } from '#server/platform/db/connect.ts'
import { withClient } from '#server/platform/db/open-client.ts'
import { BackupError } from './archive/archive-format.ts'

/** Any constant that never changes between versions. */
const BACKUP_LOCK_ID = 7_265_105

export class BackupRunningError extends BackupError {
  constructor() {
    super('A backup is already running.')
  }
}

const lockedFolders = new Set<string>()

/**
 * Only one backup of a site runs at a time, whichever of its servers makes it.
 * @param options.waits for another server's backup, instead of throwing a BackupRunningError
 */
export async function withBackupLock<Result>(
  database: Database,
  dataDir: string,
  work: () => Promise<Result>,
  { waits = false } = {},
): Promise<Result> {
  // The embedded database has one process.
  return database.kind === 'embedded' ? lockInProcess(dataDir, work) : lockInDatabase(database, work, waits)
}

async function lockInProcess<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  if (lockedFolders.has(dataDir)) throw new BackupRunningError()
  lockedFolders.add(dataDir)
  try {
    return await work()
  } finally {
    lockedFolders.delete(dataDir)
  }
}

function lockInDatabase<Result>(database: Database, work: () => Promise<Result>, waits: boolean): Promise<Result> {
  // Ends with the connection, also when this process is killed.
  return withClient(database, async (client) => {
    const { rows } = await client.query<{ locked: boolean | '' }>(
      `SELECT ${waits ? 'pg_advisory_lock($1)::text' : 'pg_try_advisory_lock($1)'} AS locked`,
      [BACKUP_LOCK_ID],
    )
    if (rows[0]?.locked === false) throw new BackupRunningError()
    return work()
  })
}

/** The list of backups also has those whose process was killed. */
export async function isBackupRunning({ kind, pool }: Pick<Database, 'kind' | 'pool'>, dataDir: string) {
  if (kind === 'embedded') return lockedFolders.has(dataDir)
  const { rows } = await pool.query(
    `SELECT 1 FROM pg_locks JOIN pg_database d ON d.oid = database
     WHERE locktype = 'advisory' AND classid = 0 AND objid = $1 AND objsubid = 1 AND granted AND datname = current_database()`,
    [BACKUP_LOCK_ID],
  )
  return rows.length > 0
}

import type { Database } from '#server/platform/db/connect.ts'
import { withClient } from '#server/platform/db/open-client.ts'
import { BackupError } from './archive/archive-format.ts'

/** Any constant that never changes between versions. */
const BACKUP_LOCK_ID = 7_265_105

const createRunningError = () => new BackupError('A backup is already running.')

const lockedFolders = new Set<string>()

/** Only one backup of a site runs at a time, whichever of its servers makes it. */
export async function withBackupLock<Result>(
  database: Database,
  dataDir: string,
  work: () => Promise<Result>,
): Promise<Result> {
  // The embedded database has one process.
  return database.kind === 'embedded' ? lockInProcess(dataDir, work) : lockInDatabase(database, work)
}

async function lockInProcess<Result>(dataDir: string, work: () => Promise<Result>): Promise<Result> {
  if (lockedFolders.has(dataDir)) throw createRunningError()
  lockedFolders.add(dataDir)
  try {
    return await work()
  } finally {
    lockedFolders.delete(dataDir)
  }
}

function lockInDatabase<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  // Ends with the connection, also when this process is killed.
  return withClient(database, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>('SELECT pg_try_advisory_lock($1) AS locked', [
      BACKUP_LOCK_ID,
    ])
    if (!rows[0]?.locked) throw createRunningError()
    return work()
  })
}

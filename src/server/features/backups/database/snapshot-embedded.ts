import { constants } from 'node:fs'
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, type Database } from '#server/platform/db/connect.ts'

const SNAPSHOT_PREFIX = 'backup-snapshot-'

/**
 * Opens a copy of the embedded database. The site waits while its files are copied, and not while the copy is read: the
 * embedded database has one connection, so that a long transaction would stop everything else.
 */
export async function withEmbeddedSnapshot<Result>(
  database: Database,
  dataDir: string,
  work: (copy: Database) => Promise<Result>,
): Promise<Result> {
  await removeAbandonedSnapshots(dataDir)
  const folder = await mkdtemp(join(dataDir, SNAPSHOT_PREFIX))
  try {
    await copyDatabase(database, join(dataDir, 'database'), join(folder, 'database'))
    const copy = await connect({ dataDir: folder, isTemporary: true })
    try {
      return await work(copy)
    } finally {
      await copy.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function copyDatabase(database: Database, from: string, to: string): Promise<void> {
  const copy = async () => {
    // Nobody else has a connection until it is released, so no file changes.
    const client = await database.pool.connect()
    try {
      await client.query('CHECKPOINT')
      await cp(from, to, { recursive: true, mode: constants.COPYFILE_FICLONE })
    } finally {
      client.release()
    }
  }
  await (database.embedded ? database.embedded.runWithoutWatchdog(copy) : copy())
}

/** Of a process that was killed. */
async function removeAbandonedSnapshots(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(SNAPSHOT_PREFIX)) await rm(join(dataDir, name), { recursive: true, force: true })
}

import { constants } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { FOLDER_PREFIXES } from '../abandoned-folders.ts'
import { requireSpace } from '../require-space.ts'

/**
 * Opens a copy of the embedded database. The site waits while its files are copied, and not while the copy is read: the
 * embedded database has one connection, so that a long transaction would stop everything else.
 * @param throwIfFailed ends it where the copy is needed no more
 */
export async function withEmbeddedSnapshot<Result>(
  database: Database,
  dataDir: string,
  work: (copy: Database) => Promise<Result>,
  throwIfFailed = () => {},
): Promise<Result> {
  await removeAbandonedSnapshots(dataDir)
  const folder = await mkdtemp(join(dataDir, FOLDER_PREFIXES.snapshot))
  try {
    const [from, to] = [join(dataDir, 'database'), join(folder, 'database')]
    await copyDatabase(database, { from, to, throwIfFailed })
    throwIfFailed()
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

interface DatabaseCopy {
  from: string
  to: string
  throwIfFailed: () => void
}

async function copyDatabase(database: Database, { from, to, throwIfFailed }: DatabaseCopy): Promise<void> {
  const copy = async () => {
    // Nobody else has a connection until it is released, so no file changes.
    const client = await database.pool.connect()
    try {
      await client.query('CHECKPOINT')
      throwIfFailed()
      await copyFolder(from, to)
    } catch (error) {
      // Before the database writes again, which may need what a copy took of a full disk.
      await rm(to, { recursive: true, force: true })
      throw error
    } finally {
      client.release()
    }
  }
  await (database.embedded ? database.embedded.runWithoutWatchdog(copy) : copy())
}

/** Several files at once: `fs.cp` takes one after the other, and five times as long. */
async function copyFolder(from: string, to: string): Promise<void> {
  await mkdir(to)
  const entries = await readdir(from, { recursive: true, withFileTypes: true })
  const getTarget = (path: string) => join(to, relative(from, path))
  for (const { parentPath, name } of entries.filter((entry) => entry.isDirectory()))
    await mkdir(getTarget(join(parentPath, name)), { recursive: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  await requireSpaceForCopies(files, to)
  // All have ended when one has failed, because the folder is then removed.
  const copies = await Promise.allSettled(
    files.map((path) => copyFile(path, getTarget(path), constants.COPYFILE_FICLONE)),
  )
  for (const copy of copies) if (copy.status === 'rejected') throw copy.reason
}

/** None where the file system clones files. */
async function requireSpaceForCopies(files: readonly string[], folder: string): Promise<void> {
  if (files[0] === undefined || (await canClone(files[0], join(folder, 'clone')))) return
  const sizes = await Promise.all(files.map(async (path) => (await stat(path)).size))
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  await requireSpace(folder, bytes, 'the copy of the database that a backup is made from')
}

async function canClone(from: string, to: string): Promise<boolean> {
  try {
    await copyFile(from, to, constants.COPYFILE_FICLONE_FORCE)
    return true
  } catch {
    return false
  } finally {
    await rm(to, { force: true })
  }
}

/** Of a process that was killed: there is one backup at a time, and the next one needs the space. */
async function removeAbandonedSnapshots(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir))
    if (name.startsWith(FOLDER_PREFIXES.snapshot)) await rm(join(dataDir, name), { recursive: true, force: true })
}

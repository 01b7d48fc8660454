import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Env, readEnv } from '#server/env.ts'
import { BackupError } from '#server/features/backups/archive/archive-format.ts'
import { type BackupTarget, createBackupTarget, isBackupName } from '#server/features/backups/backup-target.ts'
import type { Backups } from '#server/features/backups/backups.ts'
import { withBackupLock } from '#server/features/backups/backup-lock.ts'
import { createBackup, type CreatedBackup } from '#server/features/backups/create-backup.ts'
import { isFilled } from '#server/features/backups/database/empty-database.ts'
import { restoreBackup } from '#server/features/backups/restore-backup.ts'
import { verifyBackup } from '#server/features/backups/verify-backup.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { openBackups, openFileStore } from '#server/open-storage.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { pluralize } from '#server/platform/pluralize.ts'
import { toBackupLocation } from '#server/settings/storage-env.ts'
import { CommandError } from './commands.ts'
import { sendToRunningServer } from './control-socket.ts'

const USAGE = `npm run backup                        back up to BACKUP_TO
npm run backup -- --to FOLDER         back up to a folder, to s3 (the bucket of S3_URL) or to an s3:// address
npm run verify-backup -- FILE         check a backup, and restore its database into a temporary one
npm run restore -- FILE               restore a backup into an empty site
npm run restore -- FILE --replace     make a backup of this site, then replace everything`

const COMMANDS = ['backup', 'restore', 'verify-backup'] as const
type BackupCommand = (typeof COMMANDS)[number]

export const isBackupCommand = (word: string | undefined): word is BackupCommand =>
  COMMANDS.some((command) => command === word)

/** Returns the text to print. */
export async function runBackupCommand(
  command: BackupCommand,
  args: readonly string[],
  settings = process.env,
): Promise<string> {
  const env = readEnv(settings)
  const [first, second, ...rest] = args
  if (command === 'backup') {
    if (args.length === 0) return backUp(env, undefined)
    if (first === '--to' && second && rest.length === 0) return backUp(env, toAbsolute(second))
  } else if (first && !first.startsWith('-')) {
    if (command === 'verify-backup' && second === undefined) return verify(env, first)
    if (command === 'restore' && (second === undefined || (second === '--replace' && rest.length === 0)))
      return restore(env, first, { mayReplace: second === '--replace' })
  }
  throw new CommandError(USAGE)
}

/** The server may run in another folder. */
const toAbsolute = (location: string) => (location.startsWith('s3') ? location : resolve(location))

/** For a server that runs on the embedded database, where no other process can read it. */
export const createBackupCommand = (env: Env, backups: Backups) => async (location: string | undefined) => {
  try {
    const target = toTarget(env, location)
    return describeBackup(await backups.run('manual', target), target)
  } catch (error) {
    throw error instanceof BackupError ? new CommandError(error.message) : error
  }
}

async function backUp(env: Env, location: string | undefined): Promise<string> {
  const target = toTarget(env, location)
  if (env.databaseUrl === undefined) {
    const result = await sendToRunningServer(env.dataDir, location === undefined ? ['backup'] : ['backup', location])
    if (result && !result.ok) throw new CommandError(result.text)
    if (result) return result.text
    requireData(env)
  }
  return withDatabase(env, (database) => backUpDatabase(env, database, target))
}

/** Without a record in a database that an older version has made. */
async function backUpDatabase(env: Env, database: Database, target: BackupTarget): Promise<string> {
  const { rows } = await database.pool.query<{ exists: boolean }>(
    `SELECT to_regclass('public.backups') IS NOT NULL AS exists`,
  )
  const { dataDir } = env
  const { hasFiles } = env.backups
  const made = rows[0]?.exists
    ? await openBackups(env, database, () => {}).run('manual', target)
    : await withBackupLock(database, dataDir, () =>
        createBackup({ database, dataDir, files: openFileStore(env) }, target, { hasFiles }),
      )
  return describeBackup(made, target)
}

const verify = (env: Env, file: string) =>
  withBackupFile(env, file, async (path) => {
    const manifest = await verifyBackup(path)
    return `The backup is complete: a temporary database took ${pluralize(sumCounts(manifest.tables), 'row')}, and the checksums of ${pluralize(manifest.files, 'file')} are right.`
  })

const restore = (env: Env, file: string, { mayReplace }: { mayReplace: boolean }) =>
  withBackupFile(env, file, async (path) => {
    const saved = mayReplace ? await withDatabase(env, (database) => backUpIfFilled(env, database)) : null
    const restored = await withDatabase(env, async (database) => {
      const target = { database, uploadsFolder: getUploadsFolder(env.dataDir), files: openFileStore(env) }
      const { files, tables } = await restoreBackup(path, target, { mayReplace })
      return `Restored ${pluralize(sumCounts(tables), 'row')} and ${pluralize(files, 'file')}. Start the server with npm start.`
    })
    return [saved, restored].filter(Boolean).join('\n')
  })

const backUpIfFilled = async (env: Env, database: Database) =>
  (await isFilled(database)) ? backUpDatabase(env, database, toTarget(env, undefined)) : null

/** Its connections are closed afterwards: a restore allows no others. */
async function withDatabase<Result>(env: Env, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await connect(env)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const sumCounts = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

function toTarget(env: Env, location: string | undefined): BackupTarget {
  const to = location === undefined ? env.backups.to : toBackupLocation(location, env.s3)
  if (to === null) throw new CommandError('S3_URL is not set, or this is no s3:// address.')
  return createBackupTarget(to)
}

/** A file of this machine, or the name of one in BACKUP_TO. */
async function withBackupFile<Result>(
  env: Env,
  file: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  if (existsSync(file)) return work(resolve(file))
  const target = createBackupTarget(env.backups.to)
  if (!isBackupName(file) || !(await target.list()).includes(file))
    throw new CommandError(`There is no file ${file} here, nor a backup of this name in ${target.label}.`)
  return target.read(file, work)
}

function requireData({ dataDir }: Env): void {
  if (!existsSync(resolve(dataDir, 'database')))
    throw new CommandError(`No data found in ${dataDir}. Run npm start first, or set DATA_DIR.`)
}

const describeBackup = ({ name, bytes, rows, files }: CreatedBackup, { label }: BackupTarget) =>
  `Backup ${name} is in ${label}: ${(bytes / 1e6).toFixed(1)} MB with ${pluralize(rows, 'row')} and ${pluralize(files, 'file')}. All checksums are right.`

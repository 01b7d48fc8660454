import { existsSync, statSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import type { AuditAction } from '#contract/audit-actions.ts'
import type { Env } from '#server/env.ts'
import { COMMAND_LINE, writeAudit } from '#server/features/audit-log/write-audit.ts'
import { withBackupLock } from '#server/features/backups/backup-lock.ts'
import type { BackupTarget } from '#server/features/backups/targets/backup-target.ts'
import { createBackupTarget } from '#server/features/backups/targets/create-backup-target.ts'
import { FolderTarget } from '#server/features/backups/targets/folder-target.ts'
import type { Backups } from '#server/features/backups/backups.ts'
import { createBackup, type CreatedBackup } from '#server/features/backups/create-backup.ts'
import { describeProblem } from '#server/features/backups/describe-problem.ts'
import { openBackups, openFileStore } from '#server/open-storage.ts'
import { connect, type Database, type Db } from '#server/platform/db/connect.ts'
import { hasAllMigrations } from '#server/features/backups/database/apply-migrations.ts'
import { isMigrated } from '#server/features/backups/database/site-objects.ts'
import { withClient } from '#server/platform/db/open-client.ts'
import { pluralize } from '#server/platform/pluralize.ts'
import { toBackupLocation } from '#server/settings/storage-env.ts'
import { CommandError } from './commands.ts'
import { sendToRunningServer } from './control-socket.ts'
import { refuseRoot } from './open-for-command.ts'
import type { CommandRun } from './run-restore.ts'

// The control socket takes one text with the command: a location as in BACKUP_TO, a file, or a backup that was tested.
const FILE_PREFIX = 'file:'
const TESTED_PREFIX = 'tested:'

/** Absolute, because the server may run in another folder. */
export const createFileLocation = (path: string) => FILE_PREFIX + resolve(path)

const toAbsolute = (location: string) => (/^(s3|file:)/.test(location) ? location : resolve(location))

/** For a server that runs on the embedded database, where no other process can use it. */
export const createBackupCommand =
  (env: Env, backups: Pick<Backups, 'run' | 'recordRestoreTest'>, db: Pick<Db, 'insert'>) => async (text?: string) => {
    try {
      if (text?.startsWith(TESTED_PREFIX))
        return String(await backups.recordRestoreTest(text.slice(TESTED_PREFIX.length)))
      const target = toTarget(env, text)
      const made = await backups.run('manual', target)
      await auditCommand(db, 'site.backup', made.name)
      return describeBackup(made, target)
    } catch (error) {
      const problem = describeProblem(error)
      throw problem === null ? error : new CommandError(problem)
    }
  }

export async function backUp({ env, signal }: CommandRun, location: string | undefined): Promise<string> {
  const to = location === undefined ? undefined : toAbsolute(location)
  const target = toTarget(env, to)
  if (env.databaseUrl === undefined) {
    const args = to === undefined ? ['backup'] : ['backup', to]
    const result = await untilAborted(sendToRunningServer(env.dataDir, args), signal)
    if (result && !result.ok) throw new CommandError(result.text)
    if (result) return result.text
    requireData(env)
  }
  const made = await withDatabase(env, (database) => backUpDatabase({ env, signal }, database, target))
  return describeBackup(made, target)
}

/** Without a record in a database that another version has made. */
export async function backUpDatabase(
  { env, signal }: Pick<CommandRun, 'env' | 'signal'>,
  database: Database,
  target = toTarget(env, undefined),
): Promise<CreatedBackup> {
  const { dataDir } = env
  if (!(await withClient(database, hasAllMigrations))) {
    if (!(await withClient(database, isMigrated)))
      throw new CommandError('The database is empty: there is nothing to back up. Correct DATABASE_URL or DATA_DIR.')
    const options = { hasFiles: env.backups.hasFiles, signal }
    const source = { database, dataDir, files: openFileStore(env) }
    return withBackupLock(database, dataDir, () => createBackup(source, target, options))
  }
  signal?.throwIfAborted()
  const backups = openBackups(env, database, () => {})
  const stop = () => void backups.stop()
  signal?.addEventListener('abort', stop)
  try {
    const made = await backups.run('manual', target)
    await auditCommand(database.db, 'site.backup', made.name)
    return made
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    signal?.removeEventListener('abort', stop)
  }
}

/** Tells the list of backups of a test; a machine without the site has none. */
export async function recordRestoreTest(env: Env, name: string): Promise<boolean> {
  if (env.databaseUrl === undefined) {
    const result = await sendToRunningServer(env.dataDir, ['backup', TESTED_PREFIX + name])
    if (result) return result.text === 'true'
    if (!existsSync(resolve(env.dataDir, 'database'))) return false
  }
  return withDatabase(env, async (database) =>
    (await withClient(database, hasAllMigrations))
      ? openBackups(env, database, () => {}).recordRestoreTest(name)
      : false,
  )
}

export const auditCommand = (db: Pick<Db, 'insert'>, action: AuditAction, backup: string) =>
  writeAudit(db, { actor: COMMAND_LINE, action, subject: { kind: 'site', name: 'The site' }, after: { backup } })

/** Its connections are closed afterwards: a restore allows no others. */
export async function withDatabase<Result>(env: Env, work: (database: Database) => Promise<Result>): Promise<Result> {
  refuseRoot(env.dataDir)
  const database = await connect(env)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

function toTarget(env: Env, location: string | undefined): BackupTarget {
  if (location?.startsWith(FILE_PREFIX)) return toFileTarget(env, location.slice(FILE_PREFIX.length))
  const to = location === undefined ? env.backups.to : toBackupLocation(location, env.s3)
  if (to === null) throw new CommandError('S3_URL is not set, or this is no s3:// address.')
  return createBackupTarget(to, env.dataDir)
}

function toFileTarget({ dataDir }: Env, path: string): BackupTarget {
  if (existsSync(path) && statSync(path).isDirectory())
    throw new CommandError(`${path} is a folder. Name a file, or use --to ${path}.`)
  return new FolderTarget(dirname(path), { dataDir, fileName: basename(path) })
}

function requireData({ dataDir }: Env): void {
  if (!existsSync(resolve(dataDir, 'database')))
    throw new CommandError(`No data found in ${dataDir}. Run npm start first, or set DATA_DIR.`)
}

function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(new CommandError('Interrupted. The server goes on with its backup.'))
    signal?.addEventListener('abort', stop)
    work.then(resolve, reject)
  })
}

export const describeBackup = ({ name, bytes, rows, files }: CreatedBackup, { label }: BackupTarget) =>
  `Backup ${name} is in ${label}: ${(bytes / 1e6).toFixed(1)} MB with ${pluralize(rows, 'row')} and ${pluralize(files, 'file')}. All checksums are right.`

import { existsSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Env } from '#server/env.ts'
import { BackupError } from '#server/features/backups/archive/archive-format.ts'
import { isBackupName } from '#server/features/backups/backup-name.ts'
import { describeProblem } from '#server/features/backups/describe-problem.ts'
import { createBackupTarget } from '#server/features/backups/targets/create-backup-target.ts'
import { isNewerDatabase } from '#server/features/backups/database/apply-migrations.ts'
import { isFilled } from '#server/features/backups/database/empty-database.ts'
import { restoreBackup } from '#server/features/backups/restore-backup.ts'
import { verifyBackup } from '#server/features/backups/verify-backup.ts'
import { getUploadsFolder } from '#server/features/uploads/upload-routes.ts'
import { openFileStore } from '#server/open-storage.ts'
import { withClient } from '#server/platform/db/open-client.ts'
import { pluralize } from '#server/platform/pluralize.ts'
import { CommandError } from './commands.ts'
import { refuseRoot } from './open-for-command.ts'
import { auditCommand, backUpDatabase, recordRestoreTest, withDatabase } from './run-backup.ts'

const FILES_STAY = 'Some uploads of the backup may have been copied: add --replace to try again.'

export interface CommandRun {
  env: Env
  print: (text: string) => void
  signal: AbortSignal | undefined
}

export const verify = (run: CommandRun, file: string) =>
  withBackupFile(run, file, async (path) => {
    const { env, signal } = run
    const manifest = await verifyBackup(path, { dataDir: env.dataDir, signal })
    const isListed = await recordRestoreTest(env, basename(file)).catch(() => false)
    const result = `The backup is complete: a temporary database took ${pluralize(sumCounts(manifest.tables), 'row')}, and the checksums of ${pluralize(manifest.files, 'file')} are right.`
    return isListed ? `${result} The System page says that it was tested.` : result
  })

interface RestoreChoice {
  mayReplace: boolean
  hasSafetyBackup: boolean
}

export const restore = (run: CommandRun, file: string, { mayReplace, hasSafetyBackup }: RestoreChoice) =>
  withBackupFile(run, file, async (path) => {
    const { env, print, signal } = run
    const safety = hasSafetyBackup ? await makeSafetyBackup(run, file) : null
    if (safety) print(safety)
    const notes = safety ? [safety] : []
    return withDatabase(env, async (database) => {
      const target = { database, uploadsFolder: getUploadsFolder(env.dataDir), files: openFileStore(env) }
      const { files, tables } = await restoreBackup(path, target, {
        ...{ mayReplace, signal },
        onFilesBegin: () => {
          if (!mayReplace) notes.push(FILES_STAY)
        },
        onRestored: (client) => auditCommand(drizzle(client), 'site.restore', basename(path)),
      })
      return `Restored ${pluralize(sumCounts(tables), 'row')} and ${pluralize(files, 'file')}. Start the server again.`
    }).catch((error: unknown) => {
      throw notes.length > 0 ? addToError(error, notes.join(' ')) : error
    })
  })

/** Null when there is nothing to lose. */
const makeSafetyBackup = (run: CommandRun, file: string) =>
  withDatabase(run.env, async (database) => {
    if (!(await isFilled(database))) return null
    if (await withClient(database, isNewerDatabase))
      throw new BackupError(
        `A newer version of Learn Lantern has changed this database, so this version can’t make a backup of it first. To go back and lose what the newer version has stored, run: npm run restore -- ${file} --replace --without-safety-backup`,
      )
    const { name } = await backUpDatabase(run, database)
    const { label } = createBackupTarget(run.env.backups.to, run.env.dataDir)
    return `The backup of before the restore is ${name} in ${label}.`
  })

function addToError(error: unknown, sentence: string): unknown {
  const problem = error instanceof CommandError ? error.message : describeProblem(error)
  if (problem !== null) return new BackupError(`${problem} ${sentence}`, { cause: error })
  return new Error(`The restore failed, and the database is as it was. ${sentence}`, { cause: error })
}

const sumCounts = (counts: Record<string, number>) => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** A file of this machine, or the name of one in BACKUP_TO. */
async function withBackupFile<Result>(
  { env, signal }: CommandRun,
  file: string,
  work: (path: string) => Promise<Result>,
): Promise<Result> {
  // Before a copy of a backup in a bucket is made.
  refuseRoot(env.dataDir)
  if (existsSync(file)) return work(resolve(file))
  const target = createBackupTarget(env.backups.to, env.dataDir)
  if (!isBackupName(file) || !(await target.list()).includes(file))
    throw new CommandError(`There is no file ${file} here, nor a backup of this name in ${target.label}.`)
  return target.read(file, work, signal)
}

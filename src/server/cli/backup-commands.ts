import { readEnv } from '#server/env.ts'
import { BackupError } from '#server/features/backups/archive/archive-format.ts'
import { describeProblem } from '#server/features/backups/describe-problem.ts'
import { backUp, createFileLocation } from './run-backup.ts'
import { type CommandRun, restore, verify } from './run-restore.ts'
import { CommandError } from './commands.ts'

export const BACKUP_USAGE = `npm run backup                        back up to BACKUP_TO
npm run backup -- FILE.tar            back up into this file
npm run backup -- --to FOLDER         back up to a folder, to s3 (the bucket of S3_URL) or to an s3:// address
npm run verify-backup -- FILE         check a backup, and restore its database into a temporary one
npm run restore -- FILE               restore a backup into an empty site
npm run restore -- FILE --replace     make a backup of this site, then replace everything
npm run restore -- FILE --replace --without-safety-backup
                                      replace everything without a backup, for example to go back to an older version`

const COMMANDS = ['backup', 'restore', 'verify-backup'] as const
type BackupCommand = (typeof COMMANDS)[number]

export const isBackupCommand = (word: string | undefined): word is BackupCommand =>
  COMMANDS.some((command) => command === word)

interface RunOptions {
  /** For what is worth knowing before the command has ended. */
  print?: (text: string) => void
  /** Ends the command and removes what it has begun. */
  signal?: AbortSignal
}

/** Returns the text to print. */
export async function runBackupCommand(
  command: BackupCommand,
  args: readonly string[],
  settings = process.env,
  { print = () => {}, signal }: RunOptions = {},
): Promise<string> {
  const work = findWork(command, args)
  if (!work) throw new CommandError(BACKUP_USAGE)
  try {
    return await work({ env: readEnv(settings), print, signal })
  } catch (error) {
    const problem = describeProblem(error)
    throw problem === null || error instanceof BackupError ? error : new BackupError(problem, { cause: error })
  }
}

/** Null when the arguments make no sense. */
function findWork(command: BackupCommand, args: readonly string[]): ((run: CommandRun) => Promise<string>) | null {
  const [first, second, ...rest] = args
  if (command === 'backup') {
    if (first === undefined) return (run) => backUp(run, undefined)
    if (first === '--to' && second && rest.length === 0) return (run) => backUp(run, second)
    // A single word is a slip more often than a file without an extension.
    const isPath = first.endsWith('.tar') || first.includes('/')
    return isPath && !first.startsWith('-') && second === undefined
      ? (run) => backUp(run, createFileLocation(first))
      : null
  }
  if (!first || first.startsWith('-')) return null
  if (command === 'verify-backup') return second === undefined ? (run) => verify(run, first) : null
  const options = args.slice(1).join(' ')
  switch (options) {
    case '':
      return (run) => restore(run, first, { mayReplace: false, hasSafetyBackup: false })
    case '--replace':
      return (run) => restore(run, first, { mayReplace: true, hasSafetyBackup: true })
    case '--replace --without-safety-backup':
    case '--without-safety-backup --replace':
      return (run) => restore(run, first, { mayReplace: true, hasSafetyBackup: false })
    default:
      return null
  }
}

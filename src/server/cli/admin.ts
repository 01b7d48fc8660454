import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { migrate, MIGRATIONS } from '#server/platform/db/migrate.ts'
import { withClient } from '#server/platform/db/open-client.ts'
import { readEnv } from '#server/env.ts'
import { isMigrated } from '#server/features/backups/database/site-objects.ts'
import { createLocalBus } from '#server/platform/bus/bus.ts'
import { createSendingBus } from '#server/platform/bus/postgres-bus.ts'
import { createThrottles } from '#server/platform/throttle/throttles.ts'
import { abortAtSignals } from './abort-at-signals.ts'
import { BACKUP_USAGE, isBackupCommand, runBackupCommand } from './backup-commands.ts'
import { CommandError, runCommand, USAGE } from './commands.ts'
import { sendToRunningServer } from './control-socket.ts'
import { openForCommand } from './open-for-command.ts'

/**
 * Runs `npm run admin -- …`. The embedded database has one connection: while a server runs, the command is sent to that
 * server.
 */
export async function admin(args: readonly string[]): Promise<void> {
  const [command, ...rest] = args
  if (isBackupCommand(command)) {
    const outcome = command === 'restore' ? 'The database is as it was.' : 'What was begun has been removed.'
    const signal = abortAtSignals(() => new CommandError(`Interrupted. ${outcome}`))
    return printLine(await runBackupCommand(command, rest, process.env, { print: printLine, signal }))
  }
  if (args.length === 0 || args.length > 2) throw new CommandError(`${USAGE}\n${BACKUP_USAGE}`)
  const env = readEnv()
  if (env.databaseUrl === undefined) {
    const result = await sendToRunningServer(env.dataDir, args)
    if (result && !result.ok) throw new CommandError(result.text)
    if (result) {
      printLine(result.text)
      return
    }
    if (!existsSync(join(env.dataDir, 'database')))
      throw new CommandError(`No data found in ${env.dataDir}. Run npm start first, or set DATA_DIR.`)
  }
  const database = await openForCommand(env)
  try {
    const isNew = !(await withClient(database, isMigrated))
    await migrate(database, MIGRATIONS, undefined, refuseUpgrade)
    if (isNew)
      printLine(
        `The database had no tables of a site: they were made. If your site has run before, correct ${env.databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL'}.`,
      )
    const { db, pool, kind } = database
    const bus = kind === 'server' ? createSendingBus(db) : createLocalBus({ onBusMessage: () => {} })
    printLine(await runCommand({ db, bus, throttles: createThrottles(pool, env) }, args))
  } finally {
    await database.close()
  }
}

async function refuseUpgrade(): Promise<void> {
  throw new CommandError(
    'The database is older than this version. Start the server first, which makes a backup and upgrades it.',
  )
}

const printLine = (text: string) => void process.stdout.write(`${text}\n`)

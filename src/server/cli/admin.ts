import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { connect } from '#server/platform/db/connect.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { readEnv } from '#server/env.ts'
import { notify } from '#server/platform/bus/bus.ts'
import { PROJECT_ROOT } from '#server/platform/project-root.ts'
import { createThrottles } from '#server/platform/throttle/throttles.ts'
import { CommandError, runCommand, USAGE } from './commands.ts'
import { askRunningServer } from './control-socket.ts'

/**
 * `npm run admin -- …`: on a PostgreSQL server directly; on the embedded database through the server that runs on it,
 * or, when none does, by opening it.
 */
export async function admin(words: readonly string[]): Promise<void> {
  if (words.length !== 2) throw new CommandError(USAGE)
  const env = readEnv()
  if (env.databaseUrl === undefined) {
    const answer = await askRunningServer(env.dataDir, words)
    if (answer && !answer.ok) throw new CommandError(answer.text)
    if (answer) {
      say(answer.text)
      return
    }
    if (!existsSync(join(env.dataDir, 'database')))
      throw new CommandError(`There is no data in ${env.dataDir} yet: run npm start once, or set DATA_DIR`)
  }
  const database = await connect(env)
  try {
    await migrate(database, join(PROJECT_ROOT, 'migrations'))
    const subjects: string[] = []
    const tools = {
      db: database.db,
      throttles: createThrottles(database.pool),
      announce: (some: readonly string[]) => void subjects.push(...some),
    }
    const text = await runCommand(tools, words)
    if (database.kind === 'server') await notify(database.pool, subjects)
    say(text)
  } finally {
    await database.close()
  }
}

const say = (text: string) => void process.stdout.write(`${text}\n`)

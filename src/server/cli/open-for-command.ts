import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '#server/env.ts'
import { connect, type Database } from '#server/platform/db/connect.ts'
import { CommandError } from './commands.ts'

/** For `npm run doctor` and admin, which write no file but those of the embedded database. */
export async function openForCommand(env: Env): Promise<Database> {
  if (env.databaseUrl === undefined) refuseRoot(env.dataDir)
  return connect(env)
}

/** What root writes into the data folder, the site could not open again. Where root owns the folder, the site runs as root. */
export function refuseRoot(dataDir: string): void {
  if (process.getuid?.() !== 0) return
  const uid = findOwner(join(dataDir, 'database')) ?? findOwner(dataDir)
  if (uid === undefined || uid === 0) return
  const user = findUserName(uid)
  const command = process.env.npm_lifecycle_event ? `npm run ${process.env.npm_lifecycle_event}` : 'node scripts/…'
  throw new CommandError(
    `${dataDir} belongs to ${user}, and the site could not open files that root writes there. Run this as ${user}: sudo -u ${user} ${command}, or with systemd sudo deploy/learn-lantern-command.`,
  )
}

/** Undefined when there is no such folder yet. */
const findOwner = (path: string): number | undefined => statSync(path, { throwIfNoEntry: false })?.uid

/** In a form that sudo takes. */
function findUserName(uid: number): string {
  try {
    return execFileSync('id', ['-nu', String(uid)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return `'#${uid}'`
  }
}

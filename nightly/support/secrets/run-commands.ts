import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PROJECT_ROOT } from '../../../src/server/platform/project-root.ts'

const COMMAND_WITHIN_MS = 60_000

const COMMANDS = {
  doctor: ['doctor.mjs', '--send-mail', 'admin@mail.example'],
  backup: ['admin.mjs', 'backup'],
  start: ['start.mjs'],
}
export type CommandName = keyof typeof COMMANDS

/** What `npm run NAME` prints, on both outputs. It may fail. */
export async function runCommand(name: CommandName, settings: Record<string, string>): Promise<string> {
  const [script = '', ...args] = COMMANDS[name]
  const { DATABASE_URL: _, ...inherited } = process.env
  const file = join(PROJECT_ROOT, 'scripts', script)
  const options = { env: { ...inherited, ...settings }, timeout: COMMAND_WITHIN_MS }
  let output = ''
  const child = spawn(process.execPath, [file, ...args], options)
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += String(data)))
  await once(child, 'close')
  return output
}

/** Everything in the newest backup of the folder, unpacked. */
export function readBackup(folder: string): string {
  const [file] = readdirSync(folder).sort().reverse()
  if (file === undefined) throw new Error(`No backup in ${folder}`)
  const unpacked = join(folder, 'unpacked')
  mkdirSync(unpacked)
  execFileSync('tar', ['-xf', join(folder, file), '-C', unpacked])
  return readFiles(unpacked)
}

/** The content of every file of a folder that is not left out, a byte a character. */
export function readFiles(folder: string, leaveOut: readonly string[] = []): string {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  const files = paths.filter(
    (path) => !leaveOut.some((one) => path.startsWith(one)) && statSync(join(folder, path)).isFile(),
  )
  return files
    .map((path) => {
      const bytes = readFileSync(join(folder, path))
      return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('latin1')
    })
    .join('\n')
}

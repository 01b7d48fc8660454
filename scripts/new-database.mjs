// PGlite takes four seconds to make a database. The build makes one and packs it beside the embedded database's program,
// which unpacks it in a moment.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, createWriteStream, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import { createGzip } from 'node:zlib'
import { packTar } from 'modern-tar/fs'
import { hashFiles } from './hash-files.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const SOURCES = ['src/server/platform/db/embedded/open-pglite.ts', 'node_modules/@electric-sql/pglite/package.json']

/** Kept until what makes it changes, because builds are more frequent. */
const getPacked = () => join(root, '.cache/new-database', `${hashFiles(root, SOURCES).slice(0, 16)}.tar.gz`)

/** Puts a packed new database beside the program, which makes it if there is none yet. */
export async function packNewDatabase(program) {
  if (!existsSync(getPacked())) await makePacked(program)
  copyNewDatabase(program)
}

/** Puts the packed new database beside the program if a build has made it. */
export function copyNewDatabase(program) {
  if (existsSync(getPacked())) copyFileSync(getPacked(), join(dirname(program), 'new-database.tar.gz'))
}

async function makePacked(program) {
  const folder = mkdtempSync(join(tmpdir(), 'lantern-new-database-'))
  const child = fork(program, [folder], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const exited = once(child, 'exit')
  const [{ ready, reason }] = await once(child, 'message')
  if (ready) child.send('stop')
  await exited
  if (!ready) throw new Error(`The embedded database does not start: ${reason}`)
  const temporary = `${getPacked()}.${process.pid}`
  mkdirSync(dirname(temporary), { recursive: true })
  await pipeline(packTar(join(folder, 'database')), createGzip(), createWriteStream(temporary))
  renameSync(temporary, getPacked())
  rmSync(folder, { recursive: true })
}

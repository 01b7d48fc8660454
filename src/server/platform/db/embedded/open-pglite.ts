import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { DurableNodeFS } from './durable-fs.ts'

// PGlite's own parameters turn fsync off.
const TEMPORARY_PARAMS = [...PGlite.defaultStartParams, '-c', 'shared_buffers=16MB']
const DURABLE_PARAMS = [...TEMPORARY_PARAMS.filter((param) => param !== '-F'), '-c', 'wal_sync_method=fsync']

// Anchored, because DETAIL and STATEMENT lines contain user input.
// After errors of a full disk PGlite may have lost track of its files, and then fails the same writes for ever.
const FATAL_LINE =
  /^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\] (PANIC: |FATAL: |ERROR: +could not (create|open|seek to end of) file "[^"]+": (File exists|No file descriptors available)$)|^Aborted\(/

/** For a line of PostgreSQL's log after which only a new process helps. */
export const isFatalLine = (line: string): boolean => FATAL_LINE.test(line)

export interface OpenOptions {
  /** Called when the process must not continue. */
  onFatal: (line: string) => void
  /** An archive of a new database (scripts/new-database.mjs). Creating one without it takes longer. */
  packed?: string
  /** A database that nobody keeps need not reach the disk. */
  isTemporary?: boolean
}

/** Creates the database if there is none. */
export async function openPGlite(folder: string, options: OpenOptions): Promise<PGlite> {
  if (!existsSync(folder)) await createDatabase(folder, options)
  // A copy may have been made readable for others.
  chmodSync(folder, 0o700)
  return openDatabase(folder, options)
}

/**
 * Creates the database in a temporary folder and renames it. It appears file by file, world-readable and without fsync, so a crash during the first start would otherwise leave half a database.
 */
async function createDatabase(folder: string, options: OpenOptions): Promise<void> {
  const { packed = '', isTemporary = false } = options

  const tempFolder = `${folder}.new`
  rmSync(tempFolder, { recursive: true, force: true })
  if (existsSync(packed)) await unpack(packed, tempFolder)
  else {
    const db = await openDatabase(tempFolder, options)
    await db.close()
  }
  for (const entry of readdirSync(tempFolder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    chmodSync(path, entry.isDirectory() ? 0o700 : 0o600)
    if (!isTemporary) fsyncPath(path)
  }
  if (!isTemporary) fsyncPath(tempFolder)
  renameSync(tempFolder, folder)
  if (!isTemporary) fsyncPath(dirname(folder))
}

/** In memory, because streaming a thousand small files takes three times as long. */
async function unpack(packed: string, folder: string): Promise<void> {
  // Not part of most starts.
  const { unpackTar } = await import('modern-tar')
  mkdirSync(folder)
  for (const { header, data } of await unpackTar(gunzipSync(readFileSync(packed)))) {
    const path = join(folder, header.name)
    if (header.type === 'directory') mkdirSync(path, { recursive: true })
    else writeFileSync(path, data ?? '')
  }
}

function openDatabase(folder: string, { onFatal, isTemporary }: OpenOptions): Promise<PGlite> {
  return PGlite.create({
    fs: new DurableNodeFS(folder),
    extensions: { pg_trgm },
    startParams: isTemporary ? TEMPORARY_PARAMS : DURABLE_PARAMS,
    onStderr: (line) => {
      if (isFatalLine(line)) onFatal(line)
      return false
    },
  })
}

function fsyncPath(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

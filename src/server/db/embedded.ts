import { createHash } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { DataInUseError, lockData } from './data-lock.ts'
import { DurableNodeFS } from './durable-fs.ts'
import type { FromEmbedded, ToEmbedded } from './embedded-messages.ts'

// The embedded database: a process of its own, so that a query never blocks the server's event loop and its death is
// nobody else's. Started by embedded-parent.ts with the data folder as its argument.

/** The longest path a Unix socket can have, less some room. */
const LONGEST_SOCKET_PATH = 100

// As PGlite's own, without `-F` (which turns fsync off), with an fsync that reaches the file and less memory.
const START_PARAMS = [
  ...PGlite.defaultStartParams.filter((param) => param !== '-F'),
  ...['-c', 'wal_sync_method=fsync'],
  ...['-c', 'shared_buffers=16MB'],
]

process.umask(0o077)
// Ctrl-C reaches the whole process group: when to stop is the parent's to say, after the last request.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

const tell = (message: FromEmbedded) => process.send?.(message)

async function run(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockData(dataDir)
  const db = await PGlite.create({
    fs: new DurableNodeFS(join(dataDir, 'database')),
    extensions: { pg_trgm },
    startParams: START_PARAMS,
    onStderr: (text) => {
      // After either, what the process holds in memory is not to be trusted: a fresh one recovers from the log.
      if (/\b(PANIC|FATAL):/.test(text)) process.exit(70)
      return false
    },
  })
  const path = socketPath(dataDir)
  rmSync(path, { force: true })
  // One at a time is used; the others are room for one that is closing while its successor opens.
  const server = new PGLiteSocketServer({ db, path, maxConnections: 4 })
  await server.start()

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await server.stop()
    await db.close()
    rmSync(path, { force: true })
    unlock()
    process.exit(0)
  }
  process.on('message', (message: ToEmbedded) => {
    if (message === 'stop') void stop()
  })
  // The parent died: nobody can speak to us any more.
  process.on('disconnect', () => void stop())
  tell({ ready: true, socket: path })
}

/** In the data folder, or, where that makes it too long, in a folder of its own under the system's temporary one. */
function socketPath(dataDir: string): string {
  const name = '.s.PGSQL.5432'
  const near = join(dataDir, name)
  if (near.length <= LONGEST_SOCKET_PATH) return near
  // The same at each start: the server keeps connecting to where it was.
  const folder = join(tmpdir(), `lantern-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return join(folder, name)
}

const dataDir = process.argv[2]
if (dataDir === undefined) throw new Error('The embedded database is started with its data folder')
run(dataDir).catch((error: unknown) => {
  tell({ ready: false, refused: error instanceof DataInUseError, reason: error instanceof Error ? error.message : String(error) })
  process.disconnect?.()
  process.exitCode = 1
  setTimeout(() => process.exit(1), 100)
})

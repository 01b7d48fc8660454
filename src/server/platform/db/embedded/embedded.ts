import { mkdirSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { PGlite } from '@electric-sql/pglite'
import { PGLiteSocketServer } from '@electric-sql/pglite-socket'
import { DataInUseError, lockDataFolder } from './data-lock.ts'
import type { MessageFromEmbedded, MessageToEmbedded } from './messages.ts'
import { openPGlite } from './open-pglite.ts'
import { getSocketPath } from './socket-path.ts'

// The embedded database: a process of its own, so that a query never blocks the server's event loop and its death is
// nobody else's. Started by embedded-parent.ts with the data folder as its argument.

/** The pool holds one; a second comes while the first, broken off, is still being cleared away. */
const MAX_CONNECTIONS = 4

process.umask(0o077)
// Ctrl-C reaches the whole process group: when to stop is the parent's to say, after the last request.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

/** A parent that is gone is not told; that it is gone is heard as `disconnect`. */
const sendToParent = (message: MessageFromEmbedded) => process.send?.(message, undefined, undefined, () => {})

/** What the process holds in memory is not to be trusted any more: a fresh one recovers from the log. */
function crash(reason: string): never {
  writeSync(2, `The embedded database stops to start anew: ${reason}\n`)
  process.exit(70)
}

async function run(dataDir: string): Promise<void> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  process.once('exit', lockDataFolder(dataDir))
  const db = await openPGlite(join(dataDir, 'database'), crash)
  crashOnFailure(db)
  const path = getSocketPath(dataDir, '.s.PGSQL.5432')
  rmSync(path, { force: true })
  const server = new PGLiteSocketServer({ db, path, maxConnections: MAX_CONNECTIONS })
  await server.start()

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await server.stop()
    await db.close()
    rmSync(path, { force: true })
    process.exit(0)
  }
  process.on('message', (message: MessageToEmbedded) => {
    if (message === 'stop') void stop()
    else sendToParent('pong')
  })
  // The parent died, perhaps while this was starting: nobody can speak to us any more.
  process.on('disconnect', () => void stop())
  if (process.connected) sendToParent({ ready: true, socket: path })
  else await stop()
}

/** The socket server's queue stands still for ever once PGlite throws; a statement's own error is an answer. */
function crashOnFailure(db: PGlite): void {
  const execute = db.execProtocolRawStream.bind(db)
  db.execProtocolRawStream = (message, options) =>
    execute(message, options).catch((error: unknown) => crash(String(error)))
}

const dataDir = process.argv[2]
if (dataDir === undefined) throw new Error('The embedded database is started with its data folder')
run(dataDir).catch((error: unknown) => {
  sendToParent({
    ready: false,
    isDataInUse: error instanceof DataInUseError,
    reason: error instanceof Error ? error.message : String(error),
  })
  process.disconnect?.()
  process.exitCode = 1
  setTimeout(() => process.exit(1), 100)
})

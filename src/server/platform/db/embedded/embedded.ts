import { mkdirSync, rmSync, writeSync } from 'node:fs'
import { rmdir } from 'node:fs/promises'
import { constants, setPriority } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSocket } from './database-socket.ts'
import { DataInUseError, lockDataFolder } from './data-lock.ts'
import type { MessageFromEmbedded, MessageToEmbedded } from './messages.ts'
import { openPGlite } from './open-pglite.ts'
import { getSocketPath } from './socket-path.ts'

// Runs as its own process, so that a query never blocks the server's event loop and a crash does not end the server.
// embedded-supervisor.ts starts it with the data folder, and `temporary` for one that nobody keeps, as its arguments.

/** The pool opens one; a broken connection may still be closing when the next one opens. */
const MAX_CONNECTIONS = 4
/** Beside this program once the product is built. */
const NEW_DATABASE = join(import.meta.dirname, 'new-database.tar.gz')

process.umask(0o077)
// Ctrl-C reaches the whole process group, but the parent decides when to stop: after the last request.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

/** A failed send is ignored: `disconnect` reports a parent that has ended. */
const sendToParent = (message: MessageFromEmbedded) => process.send?.(message, undefined, undefined, () => {})

/** The memory may be corrupt: a new process recovers from the write-ahead log. */
function crash(reason: string): never {
  writeSync(2, `The embedded database restarts after an error: ${reason}\n`)
  process.exit(70)
}

/** A backup takes longer rather than slow the site. */
function giveWay(): void {
  try {
    setPriority(constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A systemd unit of an earlier version refuses it.
  }
}

async function run(dataDir: string, isTemporary: boolean): Promise<void> {
  if (isTemporary) giveWay()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = getSocketPath(dataDir, '.s.PGSQL.5432')
  process.once('exit', await lockDataFolder(dataDir, path))
  const db = await openPGlite(join(dataDir, 'database'), { onFatal: crash, packed: NEW_DATABASE, isTemporary })
  rmSync(path, { force: true })
  const onFailure = (error: unknown) => crash(String(error))
  const server = new DatabaseSocket(db, { maxConnections: MAX_CONNECTIONS, onFailure })
  await server.listen(path)

  let stopping = false
  const stop = async () => {
    if (stopping) return
    stopping = true
    await server.close()
    await db.close()
    rmSync(path, { force: true })
    // The folder for the socket of a data folder with a long path is of no use when that is gone.
    if (isTemporary && dirname(path) !== dataDir) await rmdir(dirname(path)).catch(() => null)
    process.exit(0)
  }
  process.on('message', (message: MessageToEmbedded) => {
    if (message === 'stop') void stop()
    else sendToParent('pong')
  })
  // The parent has ended, perhaps during the start.
  process.on('disconnect', () => void stop())
  if (process.connected) sendToParent({ ready: true, socket: path })
  else await stop()
}

const [dataDir, lifetime] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('Pass the data folder as the first argument')
run(dataDir, lifetime === 'temporary').catch((error: unknown) => {
  sendToParent({
    ready: false,
    isDataInUse: error instanceof DataInUseError,
    reason: error instanceof Error ? error.message : String(error),
  })
  process.disconnect?.()
  process.exitCode = 1
  setTimeout(() => process.exit(1), 100)
})

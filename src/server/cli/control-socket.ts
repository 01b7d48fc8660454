import { chmodSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { getSocketPath } from '#server/platform/db/embedded/socket-path.ts'
import { type AdminTools, CommandError, runCommand } from './commands.ts'

// The embedded database has one connection, and the running server holds it: `npm run admin` asks that server, over a
// Unix socket in the data folder, which only the folder's owner can reach. One line of JSON there, one back.

interface CommandResult {
  ok: boolean
  text: string
}

const MAX_REQUEST_LENGTH = 10_000
const getControlPath = (dataDir: string) => getSocketPath(dataDir, '.admin')

/** Takes commands until it is closed. */
export function openControlSocket(
  dataDir: string,
  tools: AdminTools,
  log: FastifyBaseLogger,
): Promise<{ close(): Promise<void> }> {
  const path = getControlPath(dataDir)
  // Left by a process that was killed: whoever has the data has the socket.
  rmSync(path, { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => {})
    readLine(socket)
      .then((request) => handleCommand(tools, request, log))
      .then((result) => socket.end(`${JSON.stringify(result)}\n`))
      .catch(() => socket.destroy())
  })
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, () => {
      chmodSync(path, 0o600)
      resolve({ close })
    })
  })
}

async function handleCommand(tools: AdminTools, request: string, log: FastifyBaseLogger): Promise<CommandResult> {
  try {
    const args: unknown = JSON.parse(request)
    if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string')) throw new CommandError('Not a command')
    return { ok: true, text: await runCommand(tools, args) }
  } catch (error) {
    if (error instanceof CommandError) return { ok: false, text: error.message }
    log.error({ err: error }, 'an admin command failed')
    return { ok: false, text: 'The command failed: see the server’s log' }
  }
}

/** Asks the server that has this data; null when there is none. */
export async function sendToRunningServer(dataDir: string, args: readonly string[]): Promise<CommandResult | null> {
  const path = getControlPath(dataDir)
  if (!existsSync(path)) return null
  const socket = connect(path)
  try {
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  } catch {
    return null
  }
  socket.write(`${JSON.stringify(args)}\n`)
  return JSON.parse(await readLine(socket)) as CommandResult
}

function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (part) => {
      text += String(part)
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
      else if (text.length > MAX_REQUEST_LENGTH) reject(new Error('too long'))
    })
    socket.once('close', () => reject(new Error('closed')))
  })
}

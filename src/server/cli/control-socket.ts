import { chmodSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { getSocketPath } from '#server/platform/db/embedded/socket-path.ts'
import { type AdminTools, CommandError, runCommand } from './commands.ts'

// `npm run admin` sends its arguments to the running server over a Unix socket that only the data folder's owner can
// open: one line of JSON each way.

interface CommandResult {
  ok: boolean
  text: string
}

const MAX_REQUEST_LENGTH = 10_000
const getControlPath = (dataDir: string) => getSocketPath(dataDir, '.admin')

export function openControlSocket(
  dataDir: string,
  tools: AdminTools,
  log: FastifyBaseLogger,
): Promise<{ close(): Promise<void> }> {
  const path = getControlPath(dataDir)
  // A killed process may have left it; the data lock guarantees that no other server is running.
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
    if (!Array.isArray(args) || !args.every((arg) => typeof arg === 'string'))
      throw new CommandError('This is not a command.')
    return { ok: true, text: await runCommand(tools, args) }
  } catch (error) {
    if (error instanceof CommandError) return { ok: false, text: error.message }
    log.error({ err: error }, 'admin command failed')
    return { ok: false, text: 'The command failed. See the server log for details.' }
  }
}

/** Null when no server is running on this data. */
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
      else if (text.length > MAX_REQUEST_LENGTH) reject(new Error('The request is too long'))
    })
    socket.once('close', () => reject(new Error('The connection was closed')))
  })
}

import { chmodSync, existsSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import { socketPath } from '#server/platform/db/embedded/socket-path.ts'
import { type AdminTools, CommandError, runCommand } from './commands.ts'

// The embedded database has one connection, and the running server holds it: `npm run admin` asks that server, over a
// Unix socket in the data folder, which only the folder's owner can reach. One line of JSON there, one back.

interface Answer {
  ok: boolean
  text: string
}

const LONGEST_REQUEST = 10_000
const controlPath = (dataDir: string) => socketPath(dataDir, '.admin')

/** Takes commands until it is closed. */
export function openControlSocket(
  dataDir: string,
  tools: AdminTools,
  log: FastifyBaseLogger,
): Promise<{ close(): Promise<void> }> {
  const path = controlPath(dataDir)
  // Left by a process that was killed: whoever has the data has the socket.
  rmSync(path, { force: true })
  const server = createServer((socket) => {
    socket.on('error', () => {})
    readLine(socket)
      .then((line) => answer(tools, line, log))
      .then((said) => socket.end(`${JSON.stringify(said)}\n`))
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

async function answer(tools: AdminTools, line: string, log: FastifyBaseLogger): Promise<Answer> {
  try {
    const words: unknown = JSON.parse(line)
    if (!Array.isArray(words) || !words.every((word) => typeof word === 'string'))
      throw new CommandError('Not a command')
    return { ok: true, text: await runCommand(tools, words) }
  } catch (error) {
    if (error instanceof CommandError) return { ok: false, text: error.message }
    log.error({ err: error }, 'an admin command failed')
    return { ok: false, text: 'The command failed: see the server’s log' }
  }
}

/** Asks the server that has this data; null when there is none. */
export async function askRunningServer(dataDir: string, words: readonly string[]): Promise<Answer | null> {
  const path = controlPath(dataDir)
  if (!existsSync(path)) return null
  const socket = connect(path)
  try {
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  } catch {
    return null
  }
  socket.write(`${JSON.stringify(words)}\n`)
  return JSON.parse(await readLine(socket)) as Answer
}

function readLine(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('data', (part) => {
      text += String(part)
      if (text.includes('\n')) resolve(text.slice(0, text.indexOf('\n')))
      else if (text.length > LONGEST_REQUEST) reject(new Error('too long'))
    })
    socket.once('close', () => reject(new Error('closed')))
  })
}

import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { SOCKET_LIMITS } from '#contract/limits.ts'
import { SOCKET_PATH } from '#contract/paths.ts'
import { CLOSE_CODES } from '#contract/socket.ts'
import type { Env } from '#server/env.ts'
import { getClientAddress } from '#server/http/client-address.ts'
import { readCookie } from '#server/http/cookies/cookies.ts'
import { closeSocketsWhenDrained } from '#server/http/draining.ts'
import { endWithError } from '#server/http/error-handler.ts'
import { isWebSocketRequest } from '#server/http/web-socket-request.ts'
import type { Session } from '#server/http/sessions/session.ts'
import type { SessionStore } from '#server/http/sessions/session-store.ts'
import type { Admit } from '#server/pipeline/admit.ts'
import type { ApiPipeline } from '#server/pipeline/api-pipeline.ts'
import { toCaller } from '#server/pipeline/caller.ts'
import { AppError } from '#contract/errors.ts'
import { createWarn } from '#server/platform/log/create-warn.ts'
import type { Throttles } from '#server/platform/throttle/throttles.ts'
import type { Hub } from '#server/platform/live/hub.ts'
import { getCloseCode } from './close-code.ts'
import { closeGradually } from './close-gradually.ts'
import { Connection } from './connection.ts'

const PING_INTERVAL_MS = 30_000
/** How long closing sockets may take when the server stops. */
const CLOSE_TIMEOUT_MS = 1_000
/** And the messages that they had sent before. */
const FINISH_TIMEOUT_MS = 3_000

interface SocketRouteDeps {
  hub: Hub
  pipeline: ApiPipeline
  admit: Admit
  store: SessionStore
  throttles: Pick<Throttles, 'socket'>
  cookieName: string
  env: Pick<Env, 'trustProxy'>
  isOwnOrigin: (origin: string) => boolean
}

/** `/ws`: without a session cookie or with a foreign Origin it is closed at once, with the reason. */
export function registerSocketRoute(app: FastifyInstance, deps: SocketRouteDeps): void {
  const { hub } = deps
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: SOCKET_LIMITS.frameBytes,
    perMessageDeflate: false,
    clientTracking: true,
  })
  const connections = new Set<Connection>()
  const warn = createWarn(app.log)

  const handleConnection = async (socket: WebSocket, duplex: Duplex, opening: Opening) => {
    // Frames that arrive before the session is found wait.
    socket.pause()
    const connection = await openConnection(socket, duplex, opening, deps, app)
    if (connection) {
      connections.add(connection)
      // What it has sent last may not be stored yet, which the server waits for when it stops.
      socket.on('close', () => void connection.finishFrames().then(() => connections.delete(connection)))
    }
    socket.resume()
  }

  app.server.on('upgrade', (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
    duplex.on('error', () => {})
    if (!isWebSocketRequest(request))
      return endWithError(duplex, new AppError('invalid_input', { text: 'Send the request again without Upgrade' }))
    if (request.url?.split('?', 1)[0] !== SOCKET_PATH) {
      duplex.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      return
    }
    const opening = readOpening(request, deps)
    const accept = () =>
      server.handleUpgrade(request, duplex, head, (socket) => {
        handleConnection(socket, duplex, opening).catch((error: unknown) => {
          warn(error, 'a socket was not opened')
          socket.close(1011, 'not ready')
          // Paused, it would not read the browser's answer to the close.
          socket.resume()
        })
      })
    deps.throttles.socket(opening).then(accept, (error: unknown) => refuse(duplex, error))
  })

  const pingTimer = setInterval(() => {
    for (const connection of connections) connection.ping()
  }, PING_INTERVAL_MS).unref()

  closeSocketsWhenDrained(app, async (skipped) => {
    const open = [...connections]
    await closeGradually(open, skipped)
    // What arrived before a browser heard of the close is stored.
    await finishFrames(open)
  })
  app.addHook('preClose', async () => {
    clearInterval(pingTimer)
    const open = [...connections]
    // Acknowledged while the sockets are open.
    await finishFrames(open)
    hub.closeAll(CLOSE_CODES.goingAway, 'the server stops')
    const until = Date.now() + CLOSE_TIMEOUT_MS
    while (server.clients.size > 0 && Date.now() < until) await sleep(20)
    for (const socket of server.clients) socket.terminate()
    // What arrived before a browser heard of the close is stored, and fetched once it has connected again.
    await finishFrames(open)
  })
}

async function finishFrames(connections: readonly Connection[]): Promise<void> {
  const finishing = Promise.all(connections.map((connection) => connection.finishFrames()))
  await Promise.race([finishing, sleep(FINISH_TIMEOUT_MS, undefined, { ref: false })])
}

interface Opening {
  ip: string
  origin: string | undefined
  /** Empty without a session cookie. */
  token: string
}

function readOpening(request: IncomingMessage, { cookieName, env }: SocketRouteDeps): Opening {
  return {
    ip: getClientAddress(request, env.trustProxy),
    origin: request.headers.origin,
    token: readCookie(request, cookieName) ?? '',
  }
}

/** The browser sees a failed connection and waits longer before each attempt. */
function refuse(duplex: Duplex, error: unknown): void {
  const retryAfter = (error instanceof AppError && error.retryAfter) || 1
  duplex.end(
    `HTTP/1.1 429 Too Many Requests\r\nretry-after: ${retryAfter}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`,
  )
}

async function openConnection(
  socket: WebSocket,
  duplex: Duplex,
  { ip, origin, token }: Opening,
  deps: SocketRouteDeps,
  app: FastifyInstance,
): Promise<Connection | null> {
  const { hub, pipeline, admit, store, isOwnOrigin } = deps
  const rejectSocket = (code: number, reason: string) => {
    socket.on('error', () => {})
    socket.close(code, reason)
    return null
  }
  if (origin === undefined || !isOwnOrigin(origin)) return rejectSocket(CLOSE_CODES.foreignOrigin, 'foreign origin')
  let session: Session | null
  try {
    // A browser connects by itself, so that is no visit.
    session = await store.find(token, false)
    await admit(toCaller(session, ip), { access: 'user' })
  } catch (error) {
    const closeCode = getCloseCode(error)
    if (closeCode === undefined) throw error
    return rejectSocket(closeCode, 'refused')
  }
  if (!session) return rejectSocket(CLOSE_CODES.notSignedIn, 'refused')
  const connection = new Connection(socket, session, {
    hub,
    pipeline,
    admit,
    ip,
    findSession: (isVisit) => store.find(token, isVisit),
    duplex,
    warn: createWarn(app.log),
  })
  if (hub.join(connection)) return connection
  socket.close(CLOSE_CODES.policy, 'too many sockets')
  return null
}

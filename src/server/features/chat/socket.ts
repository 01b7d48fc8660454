import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { CLOSE_CODES } from '#contract/socket.ts'
import { SOCKET_PATH } from '#contract/paths.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { sendMessage } from './send-message.ts'
import { countUnreadNotifications } from '#server/features/notifications/count-unread-notifications.ts'
import type { SessionStore } from '#server/http/session-store.ts'
import { Connection, type ConnectionDeps } from '#server/platform/live/connection.ts'
import type { Hub } from '#server/platform/live/hub.ts'

const PING_INTERVAL_MS = 30_000
const MAX_FRAME_BYTES = 16 * 1024
/** How long closing sockets may take when the server stops. */
const CLOSE_TIMEOUT_MS = 1_000

interface SocketRouteDeps {
  db: Db
  hub: Hub
  store: SessionStore
  cookieName: string
  isOwnOrigin: (origin: string) => boolean
  isSiteRunning(): boolean | Promise<boolean>
}

/** `/ws`: the session cookie and an Origin of our own, or it is closed at once with the reason. */
export function registerSocketRoute(app: FastifyInstance, deps: SocketRouteDeps): void {
  const { hub } = deps
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  })
  const connections = new Set<Connection>()

  const handleConnection = async (socket: WebSocket, request: IncomingMessage) => {
    // Frames may come before the session is found; they wait.
    socket.pause()
    const connection = await openConnection(socket, request, deps, app)
    if (connection) {
      connections.add(connection)
      socket.on('close', () => connections.delete(connection))
    }
    socket.resume()
  }

  app.server.on('upgrade', (request: IncomingMessage, duplex: Duplex, head: Buffer) => {
    duplex.on('error', () => {})
    if (request.url?.split('?', 1)[0] !== SOCKET_PATH) {
      duplex.end('HTTP/1.1 404 Not Found\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
      return
    }
    server.handleUpgrade(request, duplex, head, (socket) => {
      handleConnection(socket, request).catch((error: unknown) => {
        app.log.warn({ err: error }, 'a socket was not opened')
        socket.close(1011, 'not ready')
      })
    })
  })

  const pingTimer = setInterval(() => {
    for (const connection of connections) connection.ping()
  }, PING_INTERVAL_MS).unref()

  app.addHook('preClose', async () => {
    clearInterval(pingTimer)
    hub.closeAll(CLOSE_CODES.goingAway, 'the server stops')
    const until = Date.now() + CLOSE_TIMEOUT_MS
    while (server.clients.size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
    for (const socket of server.clients) socket.terminate()
  })
}

async function openConnection(
  socket: WebSocket,
  request: IncomingMessage,
  deps: SocketRouteDeps,
  app: FastifyInstance,
): Promise<Connection | null> {
  const { db, hub, store, cookieName, isOwnOrigin, isSiteRunning } = deps
  const rejectSocket = (code: number, reason: string) => {
    socket.on('error', () => {})
    socket.close(code, reason)
    return null
  }
  const { origin } = request.headers
  if (origin === undefined || !isOwnOrigin(origin)) return rejectSocket(CLOSE_CODES.foreignOrigin, 'foreign origin')
  const token = app.parseCookie(request.headers.cookie ?? '')[cookieName] ?? ''
  const session = await store.find(token)
  if (!session) return rejectSocket(CLOSE_CODES.notSignedIn, 'not signed in')
  if (session.user.role !== 'admin' && !(await isSiteRunning()))
    return rejectSocket(CLOSE_CODES.maintenance, 'maintenance')
  const connectionDeps: ConnectionDeps = {
    hub,
    isSiteRunning,
    findSession: () => store.find(token),
    warn: (error, text) => app.log.warn({ err: error }, text),
    async send(user, message) {
      const row = await sendMessage(db, user, message)
      if (user.role === 'admin')
        hub.sendToUser(row.studentId, {
          type: 'notifications',
          unread: await countUnreadNotifications(db, row.studentId),
        })
      return row
    },
  }
  const connection = new Connection(socket, session.user, connectionDeps)
  if (hub.join(connection)) return connection
  socket.close(CLOSE_CODES.policy, 'too many sockets')
  return null
}

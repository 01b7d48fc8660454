import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { type WebSocket, WebSocketServer } from 'ws'
import { CLOSE, SOCKET_PATH } from '#contract/schemas/chat.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { sendMessage } from './send-message.ts'
import { unreadNotifications } from '#server/features/notifications/unread-notifications.ts'
import type { SessionStore } from '#server/http/session-store.ts'
import { Connection, type ConnectionParts } from '#server/platform/live/connection.ts'
import type { Hub } from '#server/platform/live/hub.ts'

const PING_EVERY_MS = 30_000
const LARGEST_FRAME_BYTES = 16 * 1024
/** How long closing sockets may take when the server stops. */
const FAREWELL_MS = 1_000

interface Parts {
  db: Db
  hub: Hub
  store: SessionStore
  cookieName: string
  isOwnOrigin: (origin: string) => boolean
  siteIsRunning(): boolean | Promise<boolean>
}

/** `/ws`: the session cookie and an Origin of our own, or it is closed at once with the reason. */
export function mountSocket(app: FastifyInstance, parts: Parts): void {
  const { hub } = parts
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: LARGEST_FRAME_BYTES,
    perMessageDeflate: false,
    clientTracking: true,
  })
  const connections = new Set<Connection>()

  const meet = async (socket: WebSocket, request: IncomingMessage) => {
    // Frames may come before the session is found; they wait.
    socket.pause()
    const connection = await open(socket, request, parts, app)
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
      meet(socket, request).catch((error: unknown) => {
        app.log.warn({ err: error }, 'a socket was not opened')
        socket.close(1011, 'not ready')
      })
    })
  })

  const pinging = setInterval(() => {
    for (const connection of connections) connection.ping()
  }, PING_EVERY_MS).unref()

  app.addHook('preClose', async () => {
    clearInterval(pinging)
    hub.closeAll(CLOSE.goingAway, 'the server stops')
    const until = Date.now() + FAREWELL_MS
    while (server.clients.size > 0 && Date.now() < until) await new Promise((resolve) => setTimeout(resolve, 20))
    for (const socket of server.clients) socket.terminate()
  })
}

async function open(
  socket: WebSocket,
  request: IncomingMessage,
  parts: Parts,
  app: FastifyInstance,
): Promise<Connection | null> {
  const { db, hub, store, cookieName, isOwnOrigin, siteIsRunning } = parts
  const refuse = (code: number, reason: string) => {
    socket.on('error', () => {})
    socket.close(code, reason)
    return null
  }
  const { origin } = request.headers
  if (origin === undefined || !isOwnOrigin(origin)) return refuse(CLOSE.foreignOrigin, 'foreign origin')
  const token = app.parseCookie(request.headers.cookie ?? '')[cookieName] ?? ''
  const session = await store.find(token)
  if (!session) return refuse(CLOSE.notSignedIn, 'not signed in')
  if (session.user.role !== 'admin' && !(await siteIsRunning())) return refuse(CLOSE.maintenance, 'maintenance')
  const connectionParts: ConnectionParts = {
    hub,
    siteIsRunning,
    findSession: () => store.find(token),
    warn: (error, text) => app.log.warn({ err: error }, text),
    async send(user, message) {
      const row = await sendMessage(db, user, message)
      if (user.role === 'admin')
        hub.toUser(row.studentId, { type: 'notifications', unread: await unreadNotifications(db, row.studentId) })
      return row
    },
  }
  const connection = new Connection(socket, session.user, connectionParts)
  if (hub.join(connection)) return connection
  socket.close(CLOSE.policy, 'too many sockets')
  return null
}

import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * Keeps connections that have sent nothing yet when the server closes its idle ones: their first request is on its way.
 * Node 24 does so by itself, and Node 26 counts them as idle.
 */
export function keepNewConnections(server: Server): void {
  const connections = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    connections.add(socket)
    socket.once('close', () => connections.delete(socket))
  })
  const closeIdleConnections = server.closeIdleConnections.bind(server)
  // Node's own close() calls it too.
  server.closeIdleConnections = () => {
    const unread = [...connections].filter(({ bytesRead }) => bytesRead === 0)
    for (const socket of unread) socket.destroy = () => socket
    closeIdleConnections()
    for (const socket of unread) Reflect.deleteProperty(socket, 'destroy')
  }
}

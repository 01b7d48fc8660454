import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** A connection that is reset at once may lose the answer, so the client has this long, and this much, to go on sending. */
const LINGER_MS = 1_000
const MAX_LINGER_BYTES = 1024 * 1024

/** An answer that is sent before the body was read ends the connection: the body may be 2 GB that nobody wants. */
export function closeOnUnreadBody(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (hasUnreadBody(request.raw)) {
      reply.header('connection', 'close')
      lingerOnClose(request.raw.socket)
    }
    done()
  })
}

function hasUnreadBody({ complete, headers }: IncomingMessage): boolean {
  if (complete) return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** Node calls this method after an answer with `connection: close`. Its own destroys the socket at once. */
function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => {
    let received = 0
    socket.on('data', ({ length }: Buffer) => {
      received += length
      if (received > MAX_LINGER_BYTES) socket.destroy()
    })
    socket.end()
    setTimeout(() => socket.destroy(), LINGER_MS).unref()
  }
}

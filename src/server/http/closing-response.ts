import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** A connection that is reset at once may lose the answer, so the client has this long, and this much, to go on sending. */
const LINGER_MS = 1_000
const MAX_LINGER_BYTES = 1024 * 1024

/**
 * Responses that end their connection where it must not be used again: when the next request should go to another process,
 * and when the body was not read, which may be 2 GB that nobody wants. A hook would cost every request more.
 * @param belongsElsewhere asked once for each answer
 */
export function createClosingResponse(belongsElsewhere: () => boolean): typeof ServerResponse {
  return class<Request extends IncomingMessage> extends ServerResponse<Request> {
    override writeHead(statusCode: number, ...rest: never[]): this {
      const isUnread = hasUnreadBody(this.req)
      if (isUnread) lingerOnClose(this.req.socket)
      if (isUnread || belongsElsewhere()) this.setHeader('connection', 'close')
      return super.writeHead(statusCode, ...rest)
    }
  }
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

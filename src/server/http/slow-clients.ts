import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

const TICK_MS = 1_000
/** In each direction that the server waits for. Slower than any network in use. */
const MIN_BYTES_PER_TICK = 1_024
/** Ticks are counted rather than timed, so that a pause of this process is not taken for a slow client. */
const MAX_SLOW_TICKS = 12

/** For a whole body that is no upload. The server's own timeout must be long enough for uploads. */
const MAX_BODY_TICKS = 15
const UPLOAD_TYPES = /^(multipart\/form-data|application\/(offset\+)?octet-stream)\b/i

/** Ends connections whose client sends its body, or reads the answer, too slowly to be honest. */
export function disconnectSlowClients(server: Server): void {
  const connections = new Map<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, new Connection(socket))
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', (request, response) => connections.get(request.socket)?.begin(request, response))
  const timer = setInterval(() => {
    for (const connection of connections.values()) connection.tick()
  }, TICK_MS).unref()
  server.once('close', () => clearInterval(timer))
}

class Connection {
  readonly #socket: Socket
  /** The latest exchange. Of pipelined requests the earlier ones are complete. */
  #request: IncomingMessage | undefined
  #response: ServerResponse | undefined
  #received = 0
  #sent = 0
  #unsent = 0
  #slowTicks = 0
  #bodyTicks = 0

  constructor(socket: Socket) {
    this.#socket = socket
  }

  begin(request: IncomingMessage, response: ServerResponse): void {
    // Pipelined requests do not start again for a client that reads nothing.
    if (!this.#response || this.#response.destroyed) this.#slowTicks = 0
    this.#bodyTicks = 0
    this.#request = request
    this.#response = response
  }

  tick(): void {
    const socket = this.#socket
    // Node itself ends connections without a request.
    if (!this.#request || !this.#response || this.#response.destroyed) return
    const unsent = getWriteQueueSize(socket)
    const sent = socket.bytesWritten - socket.writableLength
    const received = socket.bytesRead
    // Bytes that the server has not read yet are not the client's fault.
    const awaitsBody = !this.#request.complete && !this.#response.headersSent && this.#request.readableLength === 0
    const awaitsReader = socket.writableLength > 0
    const progress = awaitsReader
      ? Math.max(sent - this.#sent, this.#unsent - unsent)
      : awaitsBody
        ? received - this.#received
        : Infinity
    if (progress >= MIN_BYTES_PER_TICK) this.#slowTicks = Math.max(0, this.#slowTicks - 1)
    else if (++this.#slowTicks > MAX_SLOW_TICKS) socket.destroy()
    if (awaitsBody && !isUpload(this.#request) && ++this.#bodyTicks > MAX_BODY_TICKS) socket.destroy()
    this.#received = received
    this.#sent = sent
    this.#unsent = unsent
  }
}

const isUpload = ({ headers }: IncomingMessage) => UPLOAD_TYPES.test(headers['content-type'] ?? '')

/** The rest of a large write, which `writableLength` counts as a whole. Node's own socket timeout reads it too. */
function getWriteQueueSize(socket: Socket): number {
  const { _handle: handle } = socket as { _handle?: { writeQueueSize?: number } | null }
  return handle?.writeQueueSize ?? 0
}

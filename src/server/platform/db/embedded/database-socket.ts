import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { PGlite } from '@electric-sql/pglite'
import { RequestReader } from './request-reader.ts'

const ROLLBACK = Buffer.from('Q\0\0\0\rROLLBACK\0')

interface WaitingRequest {
  socket: Socket
  request: Uint8Array
}

/**
 * Serves a database on a Unix socket, request by request, in the order in which they arrive. Its connections share one session,
 * so a connection that is in a transaction has the database alone. Decision record 66.
 */
export class DatabaseSocket {
  readonly #db: PGlite
  readonly #onFailure: (error: unknown) => void
  readonly #server = createServer((socket) => this.#accept(socket))
  readonly #sockets = new Set<Socket>()
  #waiting: WaitingRequest[] = []
  /** The connection that is in a transaction. */
  #owner: Socket | undefined
  #isAnswering = false

  /** @param onFailure the database may not be used any more; errors of SQL are answers and no failures */
  constructor(
    db: PGlite,
    { maxConnections, onFailure }: { maxConnections: number; onFailure: (error: unknown) => void },
  ) {
    this.#db = db
    this.#onFailure = onFailure
    this.#server.maxConnections = maxConnections
  }

  async listen(path: string): Promise<void> {
    this.#server.listen(path)
    await once(this.#server, 'listening')
  }

  /** Cuts the connections: who stops the database has none in use. */
  async close(): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket)
    const reader = new RequestReader()
    socket.on('data', (chunk) => {
      try {
        this.#waiting.push(...reader.read(chunk).map((request) => ({ socket, request })))
      } catch (error) {
        socket.destroy(error as Error)
      }
      void this.#answerAll()
    })
    // A client that is gone needs no answer.
    socket.on('error', () => {})
    socket.on('close', () => this.#leave(socket))
  }

  #leave(socket: Socket): void {
    this.#sockets.delete(socket)
    this.#waiting = this.#waiting.filter((one) => one.socket !== socket)
    if (this.#owner === socket) this.#waiting.push({ socket, request: ROLLBACK })
    void this.#answerAll()
  }

  async #answerAll(): Promise<void> {
    if (this.#isAnswering) return
    this.#isAnswering = true
    try {
      for (let next = this.#takeNext(); next; next = this.#takeNext()) await this.#answer(next)
    } catch (error) {
      this.#onFailure(error)
    }
    this.#isAnswering = false
  }

  #takeNext(): WaitingRequest | undefined {
    if (!this.#owner) return this.#waiting.shift()
    const place = this.#waiting.findIndex(({ socket }) => socket === this.#owner)
    return place === -1 ? undefined : this.#waiting.splice(place, 1)[0]
  }

  async #answer({ socket, request }: WaitingRequest): Promise<void> {
    // All of an answer in one piece, because each piece wakes the client.
    socket.cork()
    await this.#db.execProtocolRawStream(request, {
      syncToFs: false,
      onRawData: (bytes) => {
        // A copy, because the database uses the memory again.
        if (socket.writable) socket.write(Buffer.from(bytes))
      },
    })
    socket.uncork()
    this.#owner = this.#db.isInTransaction() ? socket : undefined
  }
}

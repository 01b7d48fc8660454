import { type AddressInfo, connect, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

export const HOST = 'Host: localhost:3000\r\n'

export interface RawClient {
  socket: Socket
  /** What has arrived so far. */
  received(): string
  /** Resolves with the milliseconds from the connection to its end. */
  closed: Promise<number>
}

/** A connection for requests that no HTTP client sends. The app must be listening. */
export function openRawClient(app: FastifyInstance, localAddress?: string): RawClient {
  return openRawClientAt((app.server.address() as AddressInfo).port, localAddress)
}

export function openRawClientAt(port: number, localAddress?: string): RawClient {
  const socket = connect({ port, host: '127.0.0.1', ...(localAddress && { localAddress }) })
  const startedAt = performance.now()
  let received = ''
  socket.on('data', (data) => (received += String(data)))
  // A reset is how the server ends some of these connections.
  socket.on('error', () => {})
  const closed = new Promise<number>((resolve) => socket.on('close', () => resolve(performance.now() - startedAt)))
  return { socket, received: () => received, closed }
}

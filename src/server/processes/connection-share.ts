import cluster from 'node:cluster'
import type { Server } from 'node:http'

// With WORKERS each process accepts for itself, so that one of them may have nearly all the connections (decision 62). Each
// says how many it has; the first process answers how many are too many; and so many of its next answers close theirs.

const REPORT_MS = 1_000
/** More than the average of all processes by so much, and by one, is too many. */
const TOLERANCE = 0.1

/** To the first process: how many connections this one has. From it: how many are too many. */
interface ConnectionsMessage {
  kind: 'connections'
  count: number
}

const isConnectionsMessage = (message: unknown): message is ConnectionsMessage =>
  typeof message === 'object' && message !== null && 'kind' in message && message.kind === 'connections'

/** In the first process. */
export function serveConnectionShares(): void {
  const counts = new Map<number, number>()
  cluster.on('message', (worker, message: unknown) => {
    if (!isConnectionsMessage(message)) return
    counts.set(worker.id, message.count)
    const tooMany = countTooMany(message.count, [...counts.values()])
    const answer: ConnectionsMessage = { kind: 'connections', count: tooMany }
    // It may have ended a moment ago.
    if (worker.isConnected()) worker.send(answer, () => {})
  })
  cluster.on('exit', (worker) => counts.delete(worker.id))
}

/** How many of a process's connections should go to others. */
export function countTooMany(own: number, all: readonly number[]): number {
  const average = all.reduce((sum, count) => sum + count, 0) / all.length
  return Math.max(0, Math.floor(own - average * (1 + TOLERANCE) - 1))
}

/** The connections of one worker, without sockets, which stay open. */
export class ConnectionShare {
  #tooMany = 0

  watch(server: Server): void {
    let count = 0
    const counted = new WeakSet<object>()
    server.on('connection', (socket) => {
      count++
      counted.add(socket)
      socket.once('close', () => uncount(socket))
    })
    server.on('upgrade', (_request, socket) => uncount(socket))
    const uncount = (socket: object) => {
      if (counted.delete(socket)) count--
    }
    process.on('message', (message: unknown) => {
      if (isConnectionsMessage(message)) this.#tooMany = message.count
    })
    const report = () =>
      process.connected && process.send?.({ kind: 'connections', count } satisfies ConnectionsMessage)
    setInterval(report, REPORT_MS).unref()
  }

  /** Asked once for each answer: whether its connection is one too many. */
  shouldClose(): boolean {
    if (this.#tooMany === 0) return false
    this.#tooMany--
    return true
  }
}

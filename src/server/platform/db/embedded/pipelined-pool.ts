import { AsyncResource } from 'node:async_hooks'
import { Pool, type PoolClient, type PoolConfig } from 'pg'

/** The database runs one and has the next ones, so that it need not wait for this process. */
const MAX_SENT = 3
/** Then the connection is released once, as an ordinary pool does after each query. */
const MAX_QUERIES_IN_A_ROW = 50

type Done = (error: Error | undefined, result?: unknown) => void

interface WaitingQuery {
  /** Its time counts from when it is sent, so it is sent when no other one runs. */
  hasOwnTimeout: boolean
  send(client: PoolClient, done: Done): void
  done: Done
}

/** The connection while queries share it. */
interface Shared {
  client: PoolClient
  sent: number
  /** Sent and not answered. */
  running: number
  /** A query with a time of its own is running. Later ones would fail while they wait for it. */
  isReserved: boolean
  /** How many waited when the queries got the connection: all that are sent while somebody waits for it. */
  due: number
  failure: Error | undefined
}

/**
 * A pool of one connection that sends queries before earlier ones are answered. Who calls `connect` gets the connection
 * alone, and does not wait for queries that come later. As in any pool, queries that wait too long fail, and one that fails
 * ends the connection. Decision record 59.
 */
export class PipelinedPool extends Pool {
  readonly #waiting: WaitingQuery[] = []
  #isConnecting = false
  #shared: Shared | undefined

  constructor(config: PoolConfig) {
    super({ ...config, max: 1, pipeline: true })
    this.query = ((...args: unknown[]) => this.#enqueue(args)) as typeof this.query
  }

  /** Queries, and callers of `connect`, that wait for the connection. */
  countWaiting(): number {
    const ownConnect = this.#isConnecting && this.waitingCount > 0 ? 1 : 0
    return this.#waiting.length + this.waitingCount - ownConnect
  }

  #enqueue(args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const query: WaitingQuery = {
        hasOwnTimeout: typeof args[0] === 'object' && args[0] !== null && 'query_timeout' in args[0],
        // In the context of the request that asks.
        send: AsyncResource.bind((client: PoolClient, done: Done) => {
          clearTimeout(timer)
          ;(client.query as (...args: unknown[]) => void)(...args, done)
        }),
        done: (error, result) => {
          clearTimeout(timer)
          if (error) reject(error)
          else resolve(result)
        },
      }
      const failAfterTimeout = () => {
        this.#waiting.splice(this.#waiting.indexOf(query), 1)
        query.done(new Error('timeout exceeded when trying to connect'))
      }
      const timer = setTimeout(failAfterTimeout, this.options.connectionTimeoutMillis).unref()
      this.#waiting.push(query)
      this.#sendNext()
    })
  }

  #sendNext(): void {
    const shared = this.#shared
    if (!shared) return this.#share()
    while (this.#maySend(shared)) {
      const query = this.#waiting.shift()
      shared.sent++
      shared.running++
      shared.isReserved = query?.hasOwnTimeout ?? false
      query?.send(shared.client, (error, result) => {
        shared.running--
        shared.isReserved = false
        shared.failure ??= error
        this.#sendNext()
        query.done(error, result)
      })
    }
    if (shared.running > 0) return
    this.#shared = undefined
    shared.client.release(shared.failure)
    this.#share()
  }

  #maySend({ sent, running, isReserved, due, failure }: Shared): boolean {
    const [next] = this.#waiting
    if (!next || failure || isReserved) return false
    const mostSent = this.waitingCount === 0 ? MAX_QUERIES_IN_A_ROW : due
    return sent < mostSent && running < (next.hasOwnTimeout ? 1 : MAX_SENT)
  }

  #share(): void {
    if (this.#isConnecting || this.#waiting.length === 0) return
    this.#isConnecting = true
    super.connect((error, client) => {
      this.#isConnecting = false
      if (client) {
        this.#shared = { client, sent: 0, running: 0, isReserved: false, due: this.#waiting.length, failure: undefined }
        return this.#sendNext()
      }
      for (const { done } of this.#waiting.splice(0)) done(error)
    })
  }
}

import { AsyncResource } from 'node:async_hooks'
import type { Pool, PoolClient } from 'pg'

const TICK_MS = 200
/** Requests must be answered within two seconds. Ticks are counted rather than timed: a pause of this process is none of the database's. */
const STALLED_AFTER_TICKS = 6
/** A ping on another connection tells one long statement from a database that is frozen. */
const PING_AFTER_TICKS = 2
const PING_TIMEOUT_MS = 2_000

/** Fails like a lost connection (`isDatabaseUnavailable`). */
const createStalledError = () => Object.assign(new Error('The database does not answer'), { code: 'ETIMEDOUT' })

export interface StallGuard {
  /** Rejects when the database stops answering before the work is done. The work itself goes on. */
  race<Result>(work: () => Promise<Result>): Promise<Result>
  stop(): void
}

/**
 * Lets requests fail within two seconds when the database is frozen, although the system reports no error, and recovers with its
 * first answer. A client's own timeouts are longer, because one statement may take long while others are answered.
 * @param isWorking true while the database is known to be slow rather than frozen
 */
export function guardAgainstStalls(pool: Pool, isWorking: () => boolean): StallGuard {
  const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<unknown>
  const connect = pool.connect.bind(pool)
  const busyClients = new Set<PoolClient>()
  const rejectWaiting = new Set<(error: Error) => void>()
  let silentTicks = 0
  let isPinging = false

  const onAnswer = () => (silentTicks = 0)
  pool.on('connect', (client) => client.on('drain', onAnswer))
  pool.on('acquire', (client) => busyClients.add(client))
  pool.on('release', (error: Error | undefined, client) => {
    busyClients.delete(client)
    // A client that goes on with the next waiting query at once emits no "drain".
    if (!error) onAnswer()
  })

  const isStalled = () => silentTicks >= STALLED_AFTER_TICKS

  async function ping(): Promise<void> {
    isPinging = true
    const text = 'SELECT 1'
    await query({ text, query_timeout: PING_TIMEOUT_MS }).then(onAnswer, () => null)
    isPinging = false
  }

  const timer = setInterval(() => {
    const isWaiting = isStalled() || busyClients.size > 0 || pool.waitingCount > 0
    if (!isWaiting || isWorking()) return onAnswer()
    silentTicks++
    if (silentTicks > PING_AFTER_TICKS && !isPinging) void ping()
    if (!isStalled()) return
    for (const reject of rejectWaiting) reject(createStalledError())
    rejectWaiting.clear()
  }, TICK_MS).unref()

  const race: StallGuard['race'] = async (work) => {
    if (isStalled()) throw createStalledError()
    let rejectRace: (error: Error) => void = () => {}
    const stalled = new Promise<never>((_, reject) => (rejectRace = reject))
    rejectWaiting.add(rejectRace)
    try {
      return await Promise.race([work(), stalled])
    } finally {
      rejectWaiting.delete(rejectRace)
    }
  }

  async function acquire(): Promise<PoolClient> {
    const acquired = connect()
    try {
      return await race(() => acquired)
    } catch (error) {
      // Nobody is left to release it.
      acquired.then(
        (client) => client.release(),
        () => null,
      )
      throw error
    }
  }

  // The pool's own queries connect with a callback, which may run when another request frees its client.
  pool.connect = ((callback?: Parameters<typeof connect>[0]) =>
    callback ? connect(AsyncResource.bind(callback)) : acquire()) as typeof pool.connect
  pool.query = ((...args: unknown[]) => race(() => query(...args))) as typeof pool.query
  return { race, stop: () => clearInterval(timer) }
}

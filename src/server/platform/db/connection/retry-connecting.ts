import type { Pool } from 'pg'
import { isDatabaseUnavailable } from '../database-errors.ts'

/** Requests must be answered within two seconds. */
const RETRY_FOR_MS = 1_000
const RETRY_EVERY_MS = 50

type ConnectCallback = Parameters<Pool['connect']>[0]

/**
 * Lets a query wait for a database that restarts, which mostly takes less than a second, instead of failing at once. After
 * the first second of an outage nothing waits.
 */
export function retryConnecting(pool: Pool): void {
  const connect = pool.connect.bind(pool)
  let awaySince: number | undefined

  function connectWithRetries(callback: ConnectCallback): void {
    const startedAt = performance.now()
    connect((error, client, release) => {
      if (!error) awaySince = undefined
      else if (isDatabaseUnavailable(error)) {
        awaySince ??= startedAt
        const isOver = performance.now() - awaySince > RETRY_FOR_MS
        if (!isOver && !pool.ending) return void setTimeout(connectWithRetries, RETRY_EVERY_MS, callback)
      }
      callback(error, client, release)
    })
  }

  pool.connect = ((callback?: ConnectCallback) => {
    if (callback) return connectWithRetries(callback)
    return new Promise((resolve, reject) =>
      connectWithRetries((error, client) => (client ? resolve(client) : reject(error))),
    )
  }) as typeof pool.connect
}

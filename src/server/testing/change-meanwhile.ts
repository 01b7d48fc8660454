import type { Pool, PoolClient } from 'pg'
import { onTestFinished } from 'vitest'
import type { Database } from '#server/platform/db/connect.ts'

type AnyQuery = (...args: unknown[]) => unknown
type QueryCallback = (...args: unknown[]) => void

/**
 * Runs a statement once, right after the first query that contains `after`, and on its connection: what another server
 * may commit between two queries of one call. The test fails when there was no such query.
 */
export function changeMeanwhile({ pool }: Pick<Database, 'pool'>, after: string, change: string): void {
  let isDone = false
  const restores = new Map<PoolClient, () => void>()
  const watch = (client: PoolClient) => {
    if (restores.has(client)) return
    const original = client.query
    restores.set(client, () => (client.query = original))
    const query = original.bind(client) as AnyQuery
    const changing: AnyQuery = (...args) => {
      if (isDone || !toText(args[0]).includes(after)) return query(...args)
      isDone = true
      const callback = args.at(-1)
      if (typeof callback !== 'function')
        return Promise.resolve(query(...args)).then(async (result) => {
          await query(change)
          return result
        })
      const onResult: QueryCallback = (...result) => query(change, () => (callback as QueryCallback)(...result))
      return query(...args.slice(0, -1), onResult)
    }
    client.query = changing as typeof client.query
  }
  // A connection that a query of the background has now may serve the one that is waited for.
  for (const client of (pool as Pool & { _clients: PoolClient[] })._clients) watch(client)
  pool.on('acquire', watch)
  onTestFinished(() => {
    pool.off('acquire', watch)
    for (const restore of restores.values()) restore()
    if (!isDone) throw new Error(`No query contained “${after}”`)
  })
}

const toText = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown } | undefined)?.text ?? '')

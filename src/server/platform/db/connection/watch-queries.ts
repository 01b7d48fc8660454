import type { Pool, PoolClient } from 'pg'
import { getRequestId } from '#server/platform/log/request-id.ts'

export interface FinishedQuery {
  /** Without values. */
  text: string
  durationMs: number
  /** Of the request or job that sent it. */
  requestId: string | undefined
  hasFailed: boolean
}

export type QueryListener = (query: FinishedQuery) => void

/** Times every query of the pool. The returned function adds a listener and returns one that removes it. */
export function watchQueries(pool: Pool): (listener: QueryListener) => () => void {
  const listeners = new Set<QueryListener>()
  pool.on('connect', (client) => timeQueries(client, (query) => listeners.forEach((listener) => listener(query))))
  return (listener) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
}

type AnyQuery = (...args: unknown[]) => unknown
type QueryCallback = (error: unknown, ...rest: unknown[]) => void

/** The pool's own queries take a callback, and those of Drizzle return a promise. */
function timeQueries(client: PoolClient, onFinished: QueryListener): void {
  const query = client.query.bind(client) as AnyQuery
  const timed: AnyQuery = (...args) => {
    const startedAt = performance.now()
    const [text, requestId] = [toText(args[0]), getRequestId()]
    const finish = (hasFailed: boolean) =>
      onFinished({ text, durationMs: performance.now() - startedAt, requestId, hasFailed })
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const onResult: QueryCallback = (error, ...rest) => {
        finish(Boolean(error))
        ;(callback as QueryCallback)(error, ...rest)
      }
      return query(...args.slice(0, -1), onResult)
    }
    const result = query(...args)
    if (result instanceof Promise)
      result.then(
        () => finish(false),
        () => finish(true),
      )
    return result
  }
  client.query = timed as typeof client.query
}

const toText = (query: unknown): string =>
  typeof query === 'string' ? query : String((query as { text?: unknown } | undefined)?.text ?? '')

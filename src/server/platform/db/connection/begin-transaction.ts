import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient, QueryConfig } from 'pg'
import type { Db } from '../connect.ts'
import * as schema from '../schema.ts'

/**
 * The same as Drizzle's own transaction, which takes a connection for ever when its BEGIN fails, as it does on one that the
 * database has just lost.
 * @param isPipelined whether the pool's connections send queries before earlier ones are answered
 */
export function createTransaction(pool: Pool, isPipelined = false): Db['transaction'] {
  const databases = new WeakMap<PoolClient, Pick<Db, 'transaction'>>()
  const findDatabase = (client: PoolClient) => {
    const database = databases.get(client) ?? drizzle(isPipelined ? sendBeginAlong(client) : client, { schema })
    databases.set(client, database)
    return database
  }
  return async (work, config) => {
    const client = await pool.connect()
    try {
      return await findDatabase(client).transaction(work, config)
    } finally {
      client.release()
    }
  }
}

/**
 * A connection on which the first statement does not wait for the answer to BEGIN. It fails when BEGIN does, because that takes
 * a lost connection, and nothing is committed then.
 */
function sendBeginAlong(client: PoolClient): PoolClient {
  let begun: Promise<unknown> = Promise.resolve()
  const query = async (statement: QueryConfig, values: unknown[]) => {
    if (statement.text === 'begin') {
      begun = client.query(statement, values)
      begun.catch(() => {})
      return { rows: [] }
    }
    if (statement.text === 'commit') await begun
    return client.query(statement, values)
  }
  return Object.create(client, { query: { value: query } }) as PoolClient
}

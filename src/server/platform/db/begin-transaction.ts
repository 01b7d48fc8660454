import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool, PoolClient } from 'pg'
import type { Db } from './connect.ts'
import * as schema from './schema.ts'

/**
 * The same as Drizzle's own transaction, which takes a connection for ever when its BEGIN fails, as it does on one that the
 * database has just lost.
 */
export function createTransaction(pool: Pool): Db['transaction'] {
  const databases = new WeakMap<PoolClient, Pick<Db, 'transaction'>>()
  const findDatabase = (client: PoolClient) => {
    const database = databases.get(client) ?? drizzle(client, { schema })
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

import { Client } from 'pg'
import type { Database } from './connect.ts'
import { toDirectConnectionError } from './direct-connection-error.ts'

/** Works on a connection beside the pool, whose timeouts would end long work or the wait for a lock. */
export async function withClient<Result>(
  database: Pick<Database, 'pool' | 'directUrl'>,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const { pool, directUrl } = database
  const client = new Client({
    ...pool.options,
    ...(directUrl !== undefined && { connectionString: directUrl }),
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  client.on('error', () => {})
  await client.connect().catch((error: unknown) => {
    throw toDirectConnectionError(error, database)
  })
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

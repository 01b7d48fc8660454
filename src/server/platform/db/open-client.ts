import { Client } from 'pg'
import type { Database } from './connect.ts'
import { toDirectConnectionError } from './direct-connection-error.ts'

const TIMEOUTS = [
  'statement_timeout',
  'lock_timeout',
  'idle_in_transaction_session_timeout',
  // Of newer versions of PostgreSQL.
  'idle_session_timeout',
  'transaction_timeout',
]

/** Works on a connection beside the pool, whose timeouts would end long work or the wait for a lock. It has none. */
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
    // A role or a database may have timeouts of its own, which the client's 0 leaves as they are: it is not sent.
    if (directUrl !== undefined)
      await client.query(`SELECT set_config(name, '0', false) FROM pg_settings WHERE name = ANY($1)`, [TIMEOUTS])
    return await work(client)
  } finally {
    await client.end()
  }
}

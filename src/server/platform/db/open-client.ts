import { Client } from 'pg'
import type { Database } from './connect.ts'

/** A connection beside the pool, whose timeouts would end long work. End it when done. */
export async function openClient({ pool }: Pick<Database, 'pool'>): Promise<Client> {
  const client = new Client({
    ...pool.options,
    statement_timeout: 0,
    query_timeout: 0,
    idle_in_transaction_session_timeout: 0,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

import type { ClientBase } from 'pg'

class DatabaseEncodingError extends Error {
  override readonly name = 'DatabaseEncodingError'
}

/** Another encoding takes the tables, and refuses the first name or message that it has no signs for. */
export async function requireUtf8(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding')
  const { server_encoding: encoding } = rows[0] ?? {}
  if (encoding !== 'UTF8')
    throw new DatabaseEncodingError(
      `The database in DATABASE_URL has the encoding ${encoding}. Create another one with createdb --encoding UTF8 --template template0, and name it in DATABASE_URL.`,
    )
}

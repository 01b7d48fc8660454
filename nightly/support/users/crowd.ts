import { createHash, randomBytes } from 'node:crypto'
import { connect } from '../../../src/server/platform/db/connect.ts'
import type { SignedIn } from './chat-tab.ts'

interface CrowdSettings {
  dataDir: string
  databaseUrl?: string | undefined
}

/** Adds users with a session each, many at once. The server must not be running on the embedded database. */
export async function addCrowd(settings: CrowdSettings, role: 'student' | 'admin', count: number): Promise<SignedIn[]> {
  const database = await connect(settings)
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest('hex'))
  try {
    const { rows } = await database.pool.query<{ id: string; hash: string }>(
      `with added as (
        insert into users (email, first_name, last_name, role)
        select $1::text || gen_random_uuid() || '@crowd.example', 'First' || n, 'Last' || n, $1 from generate_series(1, $2::int) n
        returning id
      ), numbered as (select id, row_number() over (order by id) as n from added)
      insert into sessions (token_hash, user_id, expires_at, idle_until)
      select decode(hash, 'hex'), id, now() + interval '1 day', now() + interval '1 day'
      from numbered join unnest($3::text[]) with ordinality as given(hash, n) using (n)
      returning user_id::int as id, encode(token_hash, 'hex') as hash`,
      [role, count, hashes],
    )
    const idByHash = new Map(rows.map(({ id, hash }) => [hash, Number(id)]))
    return tokens.map((token, index) => ({ id: idByHash.get(hashes[index] ?? '') ?? 0, cookie: `sid=${token}` }))
  } finally {
    await database.close()
  }
}

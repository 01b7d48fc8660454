import type { ClientBase as Client } from 'pg'

/** Tells one site from another. By name, because the database may be a newer version's. */
const FIRST_USER = `(SELECT jsonb_build_array(u.id, to_jsonb(u) -> 'joined_at') FROM users u ORDER BY u.id LIMIT 1)`

/** Call it before the database is emptied, in the same transaction. */
export async function keepOrderNumbers(client: Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('public.order_numbers') IS NOT NULL AS exists`,
  )
  if (rows[0]?.exists)
    await client.query(
      `CREATE TEMP TABLE kept_order_numbers ON COMMIT DROP AS
       SELECT to_jsonb(n) AS number, ${FIRST_USER} AS first_user FROM order_numbers n`,
    )
}

/** The numbers that this site gave after the backup are on receipts, and are not given again. */
export async function returnOrderNumbers(client: Client): Promise<void> {
  const { rows } = await client.query<{ exists: boolean }>(
    `SELECT to_regclass('pg_temp.kept_order_numbers') IS NOT NULL AS exists`,
  )
  if (!rows[0]?.exists) return
  await client.query(
    `INSERT INTO order_numbers (year, last)
     SELECT (number ->> 'year')::integer, (number ->> 'last')::integer FROM kept_order_numbers
     WHERE first_user = ${FIRST_USER} AND number ?& ARRAY['year', 'last']
     ON CONFLICT (year) DO UPDATE SET last = greatest(order_numbers.last, excluded.last)`,
  )
}

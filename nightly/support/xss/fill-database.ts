import type { Pool } from 'pg'

/** Every column that shows what somebody has written. HTML is stored as it comes from a sanitizer: here it is not. */
const COLUMNS: Record<string, string[]> = {
  users: ['first_name', 'last_name'],
  sessions: ['user_agent'],
  courses: ['title', 'description', 'tabs'],
  sections: ['title'],
  lessons: ['title', 'subtitle', 'content', 'file_name'],
  entitlements: ['revoked_reason'],
  coupons: ['code'],
  orders: ['buyer_name', 'path_title', 'coupon_code', 'failure'],
  order_items: ['title'],
  order_events: ['text'],
  refunds: ['reason'],
  learning_events: ['reason'],
  submissions: ['text', 'feedback'],
  notes: ['text'],
  learning_paths: ['title', 'goal', 'description'],
  certificates: ['name', 'title', 'revoked_reason'],
  reviews: ['text'],
  blogs: ['title', 'subtitle', 'content'],
  comments: ['text'],
  messages: ['text'],
  notifications: ['title'],
  system_log: ['message', 'email'],
}
/** Of a column without a length. */
const LONG = 5_000

interface Column {
  table: string
  name: string
  limit: number
}

/** Puts payloads into every row of every column, and goes on in their list from round to round. Returns the columns. */
export async function fillDatabase(pool: Pool, payloads: readonly string[], round: number): Promise<string[]> {
  const columns = await findColumns(pool)
  for (const [index, { table, name, limit }] of columns.entries()) {
    const fitting = payloads.filter(({ length }) => length <= limit)
    const { rows } = await pool.query<{ ctid: string }>(`select ctid::text from "${table}" order by ctid`)
    let next = (round * fitting.length) / 3 + index
    const values = rows.map(() => {
      let value = ''
      for (let n = 0; n < fitting.length; n++) {
        const payload = fitting[Math.floor(next) % fitting.length] ?? ''
        if (value.length + payload.length > limit) break
        value += payload
        next++
      }
      return value
    })
    await pool.query(
      `update "${table}" t set "${name}" = given.value from unnest($1::tid[], $2::text[]) as given(place, value) where t.ctid = given.place`,
      [rows.map(({ ctid }) => ctid), values],
    )
  }
  return columns.map(({ table, name }) => `${table}.${name}`)
}

async function findColumns(pool: Pool): Promise<Column[]> {
  const { rows } = await pool.query<{ table_name: string; column_name: string; length: number | null }>(
    `select table_name, column_name, character_maximum_length as length from information_schema.columns
     where table_schema = 'public' and data_type in ('text', 'character varying') order by table_name, column_name`,
  )
  return rows
    .filter((row) => COLUMNS[row.table_name]?.includes(row.column_name))
    .map((row) => ({ table: row.table_name, name: row.column_name, limit: row.length ?? LONG }))
}

import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'

/** All rows of all tables as text. */
export async function dumpDatabase(db: Db): Promise<string> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.execute<{ text: string }>(
      sql`select coalesce(string_agg(r::text, ' '), '') as text from ${sql.identifier(name)} r`,
    )
    texts.push(`${name}: ${rows[0]?.text}`)
  }
  return texts.join('\n')
}

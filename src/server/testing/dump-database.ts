import { sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'

/** All rows of all tables as text, a line each, in an order that does not depend on when they were written. */
export async function dumpDatabase(db: Pick<Db, 'execute'>, except: readonly string[] = []): Promise<string> {
  const { rows: tables } = await db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    if (except.includes(name)) continue
    const { rows } = await db.execute<{ text: string }>(
      sql`select coalesce(string_agg(${`${name}: `} || r::text, e'\\n' order by r::text), '') as text from ${sql.identifier(name)} r`,
    )
    texts.push(rows[0]?.text ?? '')
  }
  return texts.join('\n')
}

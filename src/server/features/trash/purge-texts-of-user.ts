import { sql } from 'drizzle-orm'
import type { Tx } from '#server/platform/db/connect.ts'

/**
 * For a user who is gone for good: deletes the user's reviews and comments in the trash, which could not be restored any
 * more, and the user's comments on posts in the trash.
 */
export async function purgeTextsOfUser(tx: Tx, userId: number): Promise<void> {
  const isOwn = sql`table_name in ('reviews', 'comments') and "row" ->> 'user_id' = ${String(userId)}`
  await tx.execute(sql`
    delete from trash where kind in ('review', 'comment') and id in (select trash_id from trash_rows where ${isOwn})
  `)
  await tx.execute(sql`delete from trash_rows where ${isOwn}`)
}

import { sql } from 'drizzle-orm'
import type { Db } from './connect.ts'
import type { auditLog, systemLog } from './schema.ts'

const BATCH_SIZE = 5_000

/**
 * Deletes the rows of a log that are older, in batches, because a single statement over all of them could exceed the
 * statement timeout. Ids follow the time, so each batch has the oldest rows and needs no index of the time.
 */
export async function deleteOldRows(db: Db, log: typeof auditLog | typeof systemLog, days: number): Promise<void> {
  for (let deleted = 1; deleted > 0;) {
    const { rowCount } = await db.execute(sql`
      delete from ${log} where id in (
        select id from (select id, created_at from ${log} order by id limit ${BATCH_SIZE}) oldest
        where created_at < now() - make_interval(days => ${days}))`)
    deleted = rowCount ?? 0
  }
}

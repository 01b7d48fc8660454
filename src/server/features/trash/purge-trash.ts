import { asc } from 'drizzle-orm'
import { TRASH_CLEANUP } from '#server/features/audit-log/write-audit.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { trash } from '#server/platform/db/schema.ts'
import { purgeEntry } from './purge-entry.ts'
import { isExpired } from './trash-row.ts'

/** Deletes what has been in the trash for TRASH_DAYS, one by one. The cleanup of files then removes theirs. */
export async function purgeTrash(db: Db): Promise<void> {
  for (;;) {
    const isDone = await db.transaction(async (tx) => {
      const [entry] = await tx
        .select()
        .from(trash)
        .where(isExpired)
        .orderBy(asc(trash.id))
        .limit(1)
        .for('update', { skipLocked: true })
      if (!entry) return true
      await purgeEntry(tx, entry, { actor: TRASH_CLEANUP })
      return false
    })
    if (isDone) return
  }
}

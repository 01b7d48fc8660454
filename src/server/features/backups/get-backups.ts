import { desc, isNull, sql } from 'drizzle-orm'
import type { Backup } from '#contract/schemas/operations/backups.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { backups } from '#server/platform/db/schema.ts'

const MAX_SHOWN = 10

export const getBackups: Handler<'getBackups'> = async ({ db, backups: service }) => {
  const { everyHours, keep, location, hasFiles } = service.settings
  const rows = await db
    .select()
    .from(backups)
    .where(isNull(backups.removedAt))
    .orderBy(desc(backups.id))
    .limit(MAX_SHOWN)
  const [tested] = await db
    .select({ at: sql<Date | null>`max(${backups.restoredAt})`.mapWith(backups.restoredAt) })
    .from(backups)
  return {
    msg: {
      ...{ every_hours: everyHours, keep, location, has_files: hasFiles },
      restore_test_date: tested?.at?.toISOString() ?? null,
      isRunning: rows.some(({ status }) => status === 'running'),
      backups: rows.map(toBackup),
    },
  }
}

function toBackup(row: typeof backups.$inferSelect): Backup {
  return {
    backup_id: row.id,
    kind: row.kind,
    status: row.status,
    started_date: row.startedAt.toISOString(),
    finished_date: row.finishedAt?.toISOString() ?? null,
    name: row.name,
    size_bytes: row.sizeBytes,
    rows: row.rowsCount,
    files: row.filesCount,
    checked_date: row.checkedAt?.toISOString() ?? null,
    restored_date: row.restoredAt?.toISOString() ?? null,
    problem: row.problem,
  }
}

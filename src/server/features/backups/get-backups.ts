import { and, desc, eq, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { Backup } from '#contract/schemas/operations/backups.ts'
import type { Handler } from '#server/pipeline/handler.ts'
import { backups } from '#server/platform/db/schema.ts'
import { STOPPED } from './report-failures.ts'

const MAX_SHOWN = 10
/** In addition, so that a bad week does not hide the good ones. */
const MAX_FAILED_SHOWN = 3

type BackupRow = typeof backups.$inferSelect

export const getBackups: Handler<'getBackups'> = async ({ db, backups: service }) => {
  const { everyHours, keep, location, hasFiles } = service.settings
  const isRunning = await service.isRunning()
  // A restore finds no others by their names.
  const isHere = eq(backups.location, location)
  const select = (condition: SQL | undefined) =>
    db.select().from(backups).where(and(isHere, condition)).orderBy(desc(backups.startedAt), desc(backups.id))
  const rows = [
    ...(await select(and(isNull(backups.removedAt), ne(backups.status, 'failed'))).limit(MAX_SHOWN)),
    ...(await select(eq(backups.status, 'failed')).limit(MAX_FAILED_SHOWN)),
  ]
  const [tested] = await db
    .select({ at: sql<Date | null>`max(${backups.restoredAt})`.mapWith(backups.restoredAt) })
    .from(backups)
  return {
    msg: {
      ...{ every_hours: everyHours, keep, location, has_files: hasFiles },
      restore_test_date: tested?.at?.toISOString() ?? null,
      isRunning,
      backups: rows
        .toSorted((a, b) => b.startedAt.getTime() - a.startedAt.getTime() || b.id - a.id)
        .map((row) => toBackup(row, isRunning)),
    },
  }
}

function toBackup(row: BackupRow, isRunning: boolean): Backup {
  // Its process was killed, and the next backup records that.
  const wasKilled = row.status === 'running' && !isRunning
  return {
    backup_id: row.id,
    kind: row.kind,
    status: wasKilled ? 'failed' : row.status,
    started_date: row.startedAt.toISOString(),
    finished_date: row.finishedAt?.toISOString() ?? null,
    name: row.name,
    size_bytes: row.sizeBytes,
    rows: row.rowsCount,
    files: row.filesCount,
    checked_date: row.checkedAt?.toISOString() ?? null,
    restored_date: row.restoredAt?.toISOString() ?? null,
    problem: wasKilled ? STOPPED : row.problem,
  }
}

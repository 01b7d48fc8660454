import { and, eq, inArray, isNull, notInArray, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { backups } from '#server/platform/db/schema.ts'
import { parseBackupName } from './backup-name.ts'
import type { BackupTarget } from './targets/backup-target.ts'

/** Rows of backups that were removed or have failed. */
const HISTORY_DAYS = 90

interface Scheduled {
  db: Db
  target: BackupTarget
  /** The name of the one that was just made, whose clock may be behind that of earlier ones. */
  made: string
  /** Of `readSiteLabel`. */
  site: string
}

/**
 * Keeps the last ones of this site, and the last one that a test has restored: those after it may be of no use. Backups that
 * are made by hand or before upgrades are removed by hand.
 */
export async function removeOldBackups({ db, target, made, site }: Scheduled, keep: number): Promise<void> {
  const isListed = and(
    eq(backups.kind, 'scheduled'),
    eq(backups.status, 'succeeded'),
    eq(backups.location, target.label),
    isNull(backups.removedAt),
  )
  const rows = await db.select({ name: backups.name, restoredAt: backups.restoredAt }).from(backups).where(isListed)
  // Those of before have no kind in their names.
  const recorded = new Map(rows.map(({ name, restoredAt }) => [name, restoredAt]))
  const stored = (await target.list()).filter((name) => recorded.has(name) || isScheduled(name, site))
  const lastTested = stored.findLast((name) => recorded.get(name))
  const kept = stored.filter((name, index) => index >= stored.length - keep || name === lastTested || name === made)
  for (const name of stored) if (!kept.includes(name)) await target.remove(name)
  await db
    .update(backups)
    .set({ removedAt: sql`now()` })
    .where(and(isListed, notInArray(backups.name, kept)))
  await listUnknown({ db, target }, kept)
  await db
    .delete(backups)
    .where(
      sql`(${backups.removedAt} is not null or ${backups.status} = 'failed') and ${backups.startedAt} < now() - make_interval(days => ${HISTORY_DAYS})`,
    )
}

const isScheduled = (name: string, site: string) => {
  const parsed = parseBackupName(name)
  return parsed?.kind === 'scheduled' && parsed.site === site
}

/** A restore forgets them, because no backup has the list of backups. */
async function listUnknown({ db, target }: Pick<Scheduled, 'db' | 'target'>, names: readonly string[]): Promise<void> {
  const known = await db
    .select({ name: backups.name })
    .from(backups)
    .where(inArray(backups.name, [...names]))
  const unknown = names.filter((name) => !known.some((row) => row.name === name))
  for (const name of unknown) {
    const madeAt = parseBackupName(name)?.madeAt ?? new Date()
    await db.insert(backups).values({
      ...{
        kind: 'scheduled',
        status: 'succeeded',
        location: target.label,
        name,
        startedAt: madeAt,
        finishedAt: madeAt,
      },
    })
  }
}

import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { BackupKind } from '#contract/choices.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { backups } from '#server/platform/db/schema.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { BackupError } from './archive/archive-format.ts'
import { inspectArchive } from './archive/inspect-archive.ts'
import { withBackupLock } from './backup-lock.ts'
import { type BackupTarget, isBackupName } from './backup-target.ts'
import { createBackup, type CreatedBackup } from './create-backup.ts'
import { verifyBackup } from './verify-backup.ts'

/** A failed one is tried again after this long. */
const RETRY_HOURS = 1
const RESTORE_TEST_DAYS = 7
/** Restoring a larger one takes too long beside a running site: `npm run verify-backup` does it elsewhere. */
const MAX_RESTORE_TEST_BYTES = 2_000_000_000
/** Rows of backups that were removed or have failed. */
const HISTORY_DAYS = 90

const STOPPED = 'The server stopped before the backup was complete.'

interface BackupsDeps {
  database: Database
  dataDir: string
  files: FileStore
  target: BackupTarget
  settings: { everyHours: number | null; keep: number; hasFiles: boolean }
  /** Tells of a failed one. */
  onFailure: (error: unknown) => void
}

/** Makes backups and keeps the list of them. */
export class Backups {
  readonly #deps: BackupsDeps
  readonly #stopping = new AbortController()

  constructor(deps: BackupsDeps) {
    this.#deps = deps
  }

  get settings() {
    const { target, settings } = this.#deps
    return { ...settings, location: target.label }
  }

  /** Ends the backup that is being made. */
  stop(): void {
    this.#stopping.abort(new BackupError(STOPPED))
  }

  /**
   * Makes a backup and reads it again.
   * @param onStarted runs when no other backup is running
   */
  async run(kind: BackupKind, target = this.#deps.target, onStarted = () => {}): Promise<CreatedBackup> {
    const { database, dataDir } = this.#deps
    return withBackupLock(database, dataDir, () => this.#run(kind, target, onStarted))
  }

  /** Resolves when it has started. Throws when another one is running. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.run('manual', this.#deps.target, resolve).catch(reject)
    })
  }

  /** Makes a scheduled backup when it is time, on one of the servers. */
  async runDue(): Promise<void> {
    const { database, dataDir, settings, target } = this.#deps
    if (!(await this.#isDue())) return
    await withBackupLock(database, dataDir, async () => {
      // Another server may have made it meanwhile.
      if (!(await this.#isDue())) return
      await this.#run('scheduled', target)
      await this.#removeOld(settings.keep)
    })
  }

  async #run(kind: BackupKind, target: BackupTarget, onStarted = () => {}): Promise<CreatedBackup> {
    const { database, files, dataDir, settings, onFailure } = this.#deps
    const { db } = database
    // Nobody else has the lock, so their process has ended.
    await db.update(backups).set({ status: 'failed', problem: STOPPED }).where(eq(backups.status, 'running'))
    const [row] = await db.insert(backups).values({ kind, location: target.label }).returning({ id: backups.id })
    onStarted()
    const update = (values: PgUpdateSetSource<typeof backups>) =>
      db
        .update(backups)
        .set(values)
        .where(eq(backups.id, row?.id ?? 0))
    try {
      const { signal } = this.#stopping
      const made = await createBackup({ database, dataDir, files }, target, { hasFiles: settings.hasFiles, signal })
      const isTested = await target.read(made.name, (path) => this.#check(path, kind))
      await update({
        ...{ status: 'succeeded', finishedAt: sql`now()`, name: made.name, sizeBytes: made.bytes },
        ...{ rowsCount: made.rows, filesCount: made.files, checkedAt: sql`now()` },
        ...(isTested && { restoredAt: sql`now()` }),
      })
      return made
    } catch (error) {
      onFailure(error)
      const problem = error instanceof BackupError ? error.message : 'See the server log for details.'
      await update({ status: 'failed', finishedAt: sql`now()`, problem }).catch(() => null)
      throw error
    }
  }

  /** True when it was restored as well, which is done once a week. */
  async #check(path: string, kind: BackupKind): Promise<boolean> {
    const { signal } = this.#stopping
    const { manifest } = await inspectArchive(path, signal)
    const { db } = this.#deps.database
    const [recent] = await db
      .select({ id: backups.id })
      .from(backups)
      .where(sql`${backups.restoredAt} > now() - make_interval(days => ${RESTORE_TEST_DAYS})`)
      .limit(1)
    if (kind !== 'scheduled' || recent || manifest.database_bytes > MAX_RESTORE_TEST_BYTES) return false
    await verifyBackup(path, signal)
    return true
  }

  async #isDue(): Promise<boolean> {
    const { everyHours } = this.#deps.settings
    if (everyHours === null) return false
    const hoursAgo = (hours: number) => sql`now() - make_interval(hours => ${hours})`
    const [recent] = await this.#deps.database.db
      .select({ id: backups.id })
      .from(backups)
      .where(
        and(
          eq(backups.kind, 'scheduled'),
          sql`(${backups.status} = 'succeeded' and ${backups.startedAt} > ${hoursAgo(everyHours)}
            or ${backups.startedAt} > ${hoursAgo(Math.min(everyHours, RETRY_HOURS))})`,
        ),
      )
      .limit(1)
    return !recent
  }

  /** Of the scheduled ones: others are removed by hand. */
  async #removeOld(keep: number): Promise<void> {
    const { database, target } = this.#deps
    const { db } = database
    const kept = await db
      .select({ id: backups.id, name: backups.name })
      .from(backups)
      .where(
        and(
          eq(backups.kind, 'scheduled'),
          eq(backups.status, 'succeeded'),
          eq(backups.location, target.label),
          isNull(backups.removedAt),
        ),
      )
      .orderBy(desc(backups.id))
    for (const { id, name } of kept.slice(keep)) {
      if (isBackupName(name)) await target.remove(name)
      await db
        .update(backups)
        .set({ removedAt: sql`now()` })
        .where(eq(backups.id, id))
    }
    await db
      .delete(backups)
      .where(
        sql`(${backups.removedAt} is not null or ${backups.status} = 'failed') and ${backups.startedAt} < now() - make_interval(days => ${HISTORY_DAYS})`,
      )
  }
}

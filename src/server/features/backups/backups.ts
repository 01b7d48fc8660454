import { and, eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { BackupKind } from '#contract/choices.ts'
import type { Database } from '#server/platform/db/connect.ts'
import { backups, site } from '#server/platform/db/schema.ts'
import { reportError } from '#server/platform/log/report-error.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import type { Warnings } from '#server/platform/warnings.ts'
import { BackupError } from './archive/archive-format.ts'
import { BackupRunningError, isBackupRunning, withBackupLock } from './backup-lock.ts'
import { readSiteLabel } from './backup-name.ts'
import type { BackupTarget } from './targets/backup-target.ts'
import { createBackup, type CreatedBackup } from './create-backup.ts'
import { describeProblem } from './describe-problem.ts'
import { removeOldBackups } from './remove-old-backups.ts'
import { mailFirstFailure, STOPPED, warnAboutBackups } from './report-failures.ts'
import { verifyBackup } from './verify-backup.ts'

/** A failed one is tried again after this long. */
const RETRY_HOURS = 1
const RESTORE_TEST_DAYS = 7
/** Restoring a larger one takes too long beside a running site: `npm run verify-backup` does it elsewhere. */
const MAX_RESTORE_TEST_BYTES = 2_000_000_000
/** The columns' lengths. */
const MAX_NAME_LENGTH = 100
const MAX_PROBLEM_LENGTH = 500

const OLD_STAY = 'old backups were not removed'

interface BackupsDeps {
  database: Database
  dataDir: string
  files: FileStore
  target: BackupTarget
  settings: { everyHours: number | null; keep: number; hasFiles: boolean }
  warnings: Warnings
  /** Tells what has failed. */
  onFailure: (error: unknown, problem: string) => void
}

/** A backup that was made, and its row. */
type RecordedBackup = CreatedBackup & { id: number }

interface FailureRecord {
  kind: BackupKind
  /** For the log. */
  failure?: string
  /** Of the problem in the row. */
  prefix?: string
  values?: PgUpdateSetSource<typeof backups>
}

/** Makes backups and keeps the list of them. */
export class Backups {
  readonly #deps: BackupsDeps
  readonly #stopping = new AbortController()
  /** Those that are not scheduled, whose job the server waits for. */
  readonly #runs = new Set<Promise<unknown>>()

  constructor(deps: BackupsDeps) {
    this.#deps = deps
  }

  get settings() {
    const { target, settings } = this.#deps
    return { ...settings, location: target.label }
  }

  /** Ends the backup that is being made. Resolves when what it has begun is removed, and never rejects. */
  async stop(): Promise<void> {
    this.#stopping.abort(new BackupError(STOPPED))
    await Promise.allSettled(this.#runs)
  }

  /** On any of the servers. */
  isRunning(): Promise<boolean> {
    return isBackupRunning(this.#deps.database, this.#deps.dataDir)
  }

  /**
   * Makes a backup and reads it again.
   * @param onStarted runs when no other backup is running
   */
  async run(kind: BackupKind, target = this.#deps.target, onStarted = () => {}): Promise<CreatedBackup> {
    const { database, dataDir } = this.#deps
    const run = withBackupLock(database, dataDir, () => this.#run(kind, target, onStarted))
    this.#runs.add(run)
    return run.finally(() => this.#runs.delete(run))
  }

  /** Resolves when it has started. Throws when another one is running. */
  start(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.run('manual', this.#deps.target, resolve).catch(reject)
    })
  }

  /** Makes a scheduled backup when it is time, on one of the servers. */
  async runDue(): Promise<void> {
    const { database, dataDir, settings, warnings } = this.#deps
    if (settings.everyHours === null) return
    try {
      if (await this.#isDue()) await withBackupLock(database, dataDir, () => this.#runScheduled())
    } catch (error) {
      // Another one is running, which may take hours.
      if (!(error instanceof BackupRunningError)) throw error
    } finally {
      await warnAboutBackups(database.db, warnings)
    }
  }

  /** Records that a backup was restored as a test elsewhere. False when it is not in the list. */
  async recordRestoreTest(name: string): Promise<boolean> {
    const found = await this.#deps.database.db
      .update(backups)
      .set({ restoredAt: sql`now()`, problem: '' })
      .where(and(eq(backups.name, name), eq(backups.status, 'succeeded')))
      .returning({ id: backups.id })
    return found.length > 0
  }

  async #runScheduled(): Promise<void> {
    // Another server may have made it meanwhile.
    if (!(await this.#isDue())) return
    const made = await this.#run('scheduled', this.#deps.target)
    await this.#testRestore(made)
    await this.#removeOld(made.name)
  }

  /** Never rejects: the backup itself is made, and the next one tries this again. */
  async #removeOld(made: string): Promise<void> {
    const { database, settings, target, onFailure } = this.#deps
    try {
      await removeOldBackups({ db: database.db, target, made, site: await readSiteLabel(database) }, settings.keep)
    } catch (error) {
      onFailure(error, OLD_STAY)
      reportError(error, OLD_STAY)
    }
  }

  async #run(kind: BackupKind, target: BackupTarget, onStarted = () => {}): Promise<RecordedBackup> {
    const { database, files, dataDir, settings } = this.#deps
    const { db } = database
    // Nobody else has the lock, so their process has ended.
    await db.update(backups).set({ status: 'failed', problem: STOPPED }).where(eq(backups.status, 'running'))
    const [row] = await db.insert(backups).values({ kind, location: target.label }).returning({ id: backups.id })
    const id = row?.id ?? 0
    onStarted()
    try {
      const { signal } = this.#stopping
      // The label of the site needs its secret, which is made when it is first needed.
      await db.insert(site).values({}).onConflictDoNothing()
      const origin = { kind, site: await readSiteLabel(database) }
      const options = { hasFiles: settings.hasFiles, origin, signal }
      const made = await createBackup({ database, dataDir, files }, target, options)
      await this.#update(id, {
        ...{ status: 'succeeded', finishedAt: sql`now()`, name: made.name.slice(0, MAX_NAME_LENGTH) },
        ...{ sizeBytes: made.bytes, rowsCount: made.rows, filesCount: made.files, checkedAt: sql`now()` },
      })
      return { ...made, id }
    } catch (error) {
      await this.#recordFailure(id, error, { kind, values: { status: 'failed', finishedAt: sql`now()` } })
      throw error
    }
  }

  /** Once a week. A backup whose test fails is not made again every hour, and it stays: it may be the best there is. */
  async #testRestore({ id, name, databaseBytes }: RecordedBackup): Promise<void> {
    const { database, dataDir, target } = this.#deps
    const { signal } = this.#stopping
    const [recent] = await database.db
      .select({ id: backups.id })
      .from(backups)
      .where(sql`${backups.restoredAt} > now() - make_interval(days => ${RESTORE_TEST_DAYS})`)
      .limit(1)
    if (recent || databaseBytes > MAX_RESTORE_TEST_BYTES) return
    try {
      await target.read(name, (path) => verifyBackup(path, { dataDir, signal }), signal)
      await this.#update(id, { restoredAt: sql`now()` })
    } catch (error) {
      if (!signal.aborted)
        await this.#recordFailure(id, error, {
          kind: 'scheduled',
          failure: 'the restore test of a backup failed',
          prefix: 'The restore test failed: ',
        })
    }
  }

  /** Never rejects: the error itself matters more. */
  async #recordFailure(
    id: number,
    error: unknown,
    { kind, failure = 'the backup failed', prefix = '', values = {} }: FailureRecord,
  ): Promise<void> {
    const { database, onFailure } = this.#deps
    onFailure(error, failure)
    const problem = `${prefix}${describeProblem(error) ?? 'See the server log for details.'}`
    const record = async () => {
      await this.#update(id, { ...values, problem: problem.slice(0, MAX_PROBLEM_LENGTH) })
      if (kind === 'scheduled' && problem !== STOPPED) await mailFirstFailure(database.db, id, problem)
    }
    await record().catch((cause: unknown) => onFailure(cause, 'the failure of a backup was not recorded'))
  }

  async #update(id: number, values: PgUpdateSetSource<typeof backups>): Promise<void> {
    await this.#deps.database.db.update(backups).set(values).where(eq(backups.id, id))
  }

  async #isDue(): Promise<boolean> {
    const { settings, target } = this.#deps
    const everyHours = settings.everyHours ?? 0
    const hoursAgo = (hours: number) => sql`now() - make_interval(hours => ${hours})`
    const [recent] = await this.#deps.database.db
      .select({ id: backups.id })
      .from(backups)
      .where(
        and(
          eq(backups.kind, 'scheduled'),
          // A new place gets its first one at once.
          eq(backups.location, target.label),
          // A clock that was ahead must not hold the next one up.
          sql`${backups.startedAt} <= now()`,
          sql`(${backups.status} = 'succeeded' and ${backups.startedAt} > ${hoursAgo(everyHours)}
            or ${backups.startedAt} > ${hoursAgo(Math.min(everyHours, RETRY_HOURS))})`,
        ),
      )
      .limit(1)
    return !recent
  }
}

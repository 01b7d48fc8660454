import { and, asc, eq, gt, isNull, lt, notInArray, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { demoStudents } from './demo/content/students-content.ts'
import type { Db } from './platform/db/connect.ts'
import { deleteOldRows } from './platform/db/delete-old-rows.ts'
import {
  auditLog,
  authChallenges,
  emailChanges,
  knownDevices,
  resetCodes,
  sessions,
  systemLog,
  throttles,
  totpSecrets,
  trustedBrowsers,
  users,
} from './platform/db/schema.ts'
import { runJob } from './pipeline/background-jobs.ts'
import { createWarn, type Warn } from './platform/log/create-warn.ts'
import { removeOldEmails } from './platform/mail/remove-old-emails.ts'
import type { DiskSpace } from './platform/storage/disk-space.ts'
import type { FileStore } from './platform/storage/file-store.ts'
import type { Pictures } from './platform/storage/pictures.ts'
import { UNUSED_FILE_DAYS } from './platform/storage/remove-unused-files.ts'
import { DEVICE_LIFETIME_DAYS } from './http/cookies/device-cookie.ts'
import { countFinishedDays } from './features/analytics/get-analystic-by-day.ts'
import { removeUnusedSubmissionFiles } from './features/assignments/remove-unused-submission-files.ts'
import { purgeDeletedCourses } from './features/courses/admin/trash/purge-deleted-courses.ts'
import { removeUnusedLessonFiles } from './features/lessons/remove-unused-lesson-files.ts'
import { purgeTrash } from './features/trash/purge-trash.ts'
import { removeAbandonedUploads } from './features/lessons/unfinished-uploads.ts'

const FIRST_RUN_DELAY_MS = 60_000
const RUN_INTERVAL_MS = 6 * 3_600_000
const DISK_CHECK_INTERVAL_MS = 60_000
const LOG_RETENTION_DAYS = 90
/** The longest range of the chart. */
const COUNTED_DAYS = 365
/** Longer than it takes to make the demo academy, which comes before the first account. */
const DEMO_ACADEMY_MS = 600_000

interface CleanupDeps {
  db: Db
  pictures: Pictures
  /** The uploads folder. */
  folder: string
  files: FileStore
  /** The folder that emails are written to without a mail server. */
  outboxFolder: string
  /** By default two years. */
  auditLogDays?: number
  disk: Pick<DiskSpace, 'check'>
  log: FastifyBaseLogger
}

/**
 * Deletes expired rows, old log entries and emails, what has been in the trash for its time, and files that nothing refers
 * to. Counts finished days before, while their accounts are there.
 * @param warn one step that fails keeps nothing else from being removed; without it the first failure is thrown
 */
export async function runCleanup(
  { db, pictures, files, outboxFolder, auditLogDays = 730 }: Omit<CleanupDeps, 'disk' | 'log' | 'folder'>,
  warn: Warn = rethrow,
): Promise<void> {
  const steps = {
    'count finished days': () => countFinishedDays(db, COUNTED_DAYS),
    'expired rows': () => deleteExpiredRows(db),
    'system log': () => deleteOldRows(db, systemLog, LOG_RETENTION_DAYS),
    'audit log': () => deleteOldRows(db, auditLog, auditLogDays),
    'deleted courses': () => purgeDeletedCourses(db),
    trash: () => purgeTrash(db),
    pictures: async () => pictures.removeUnused(db, await findFirstFileTime(db)),
    'lesson files': async () => removeUnusedLessonFiles(db, files, await findFirstFileTime(db)),
    'submission files': async () => removeUnusedSubmissionFiles(db, files, await findFirstFileTime(db)),
    emails: () => removeOldEmails(outboxFolder),
  }
  for (const [name, step] of Object.entries(steps))
    await step().catch((error: unknown) => warn(error, `cleanup failed: ${name}`))
}

function rethrow(error: unknown): never {
  throw error
}

async function deleteExpiredRows(db: Db): Promise<void> {
  const now = sql`now()`
  await db.delete(sessions).where(or(lt(sessions.idleUntil, now), lt(sessions.expiresAt, now)))
  await db.delete(resetCodes).where(lt(resetCodes.expiresAt, now))
  await db
    .delete(knownDevices)
    .where(lt(knownDevices.lastLoginAt, sql`now() - make_interval(days => ${DEVICE_LIFETIME_DAYS})`))
  await db.delete(emailChanges).where(lt(emailChanges.expiresAt, now))
  await db.delete(authChallenges).where(lt(authChallenges.expiresAt, now))
  await db
    .delete(totpSecrets)
    .where(and(isNull(totpSecrets.confirmedAt), lt(totpSecrets.createdAt, sql`now() - interval '1 hour'`)))
  await db.delete(trustedBrowsers).where(lt(trustedBrowsers.expiresAt, now))
  await db.delete(throttles).where(lt(throttles.expire, sql`extract(epoch from now()) * 1000`))
}

/**
 * From when on files are of this database: before its first account only the demo academy was made. Without an account, never.
 * A file that is older was uploaded into another database, and this is a new or a wrong one. The students of the demo academy
 * joined before their database was made.
 * Nor for a while after a restore: what was uploaded after the backup is unused at once, however old it is.
 */
async function findFirstFileTime(db: Db): Promise<number> {
  if (await isRestoredLately(db)) return Infinity
  const demoEmails = demoStudents.map(({ email }) => email)
  const [first] = await db
    .select({ joinedAt: users.joinedAt })
    .from(users)
    .where(notInArray(users.email, demoEmails))
    .orderBy(asc(users.joinedAt))
    .limit(1)
  return first ? first.joinedAt.getTime() - DEMO_ACADEMY_MS : Infinity
}

async function isRestoredLately(db: Db): Promise<boolean> {
  const oldest = sql`now() - make_interval(days => ${UNUSED_FILE_DAYS})`
  const restored = and(eq(auditLog.action, 'site.restore'), gt(auditLog.createdAt, oldest))
  return (await db.$count(auditLog, restored)) > 0
}

/** Frees what abandoned uploads take, and warns admins of a low disk. */
export async function checkDisk({ folder, disk }: Pick<CleanupDeps, 'folder' | 'disk'>): Promise<void> {
  await removeAbandonedUploads(folder)
  await disk.check()
}

/** Runs in every server process; a second run finds nothing to delete. Returns a function that stops it. */
export function startCleanupJobs(deps: CleanupDeps): () => void {
  const run = () => runJob(deps.log, 'cleanup failed', () => runCleanup(deps, createWarn(deps.log)))
  const runDiskCheck = () => runJob(deps.log, 'the disk could not be checked', () => checkDisk(deps))
  void runDiskCheck()
  const firstRun = setTimeout(() => void run(), FIRST_RUN_DELAY_MS).unref()
  const timers = [
    setInterval(() => void run(), RUN_INTERVAL_MS).unref(),
    setInterval(() => void runDiskCheck(), DISK_CHECK_INTERVAL_MS).unref(),
  ]
  return () => {
    clearTimeout(firstRun)
    for (const timer of timers) clearInterval(timer)
  }
}

import { lt, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './platform/db/connect.ts'
import { emailChanges, knownDevices, resetCodes, sessions, systemLog, throttles } from './platform/db/schema.ts'
import type { Pictures } from './platform/storage/pictures.ts'
import { DEVICE_LIFETIME_DAYS } from './http/device-cookie.ts'
import { removeUnusedLessonFiles } from './features/lessons/remove-unused-lesson-files.ts'

const FIRST_RUN_DELAY_MS = 60_000
const RUN_INTERVAL_MS = 6 * 3_600_000
const LOG_RETENTION_DAYS = 90

interface CleanupDeps {
  db: Db
  pictures: Pictures
  /** The uploads folder. */
  folder: string
  log: FastifyBaseLogger
}

/** Deletes expired rows, old log entries, and pictures and lesson files that nothing refers to. */
export async function runCleanup({ db, pictures, folder }: CleanupDeps): Promise<void> {
  const now = sql`now()`
  await db.delete(sessions).where(or(lt(sessions.idleUntil, now), lt(sessions.expiresAt, now)))
  await db.delete(resetCodes).where(lt(resetCodes.expiresAt, now))
  await db
    .delete(knownDevices)
    .where(lt(knownDevices.lastLoginAt, sql`now() - make_interval(days => ${DEVICE_LIFETIME_DAYS})`))
  await db.delete(emailChanges).where(lt(emailChanges.expiresAt, now))
  await db.delete(throttles).where(lt(throttles.expire, sql`extract(epoch from now()) * 1000`))
  await db.delete(systemLog).where(lt(systemLog.createdAt, sql`now() - make_interval(days => ${LOG_RETENTION_DAYS})`))
  await pictures.removeUnused(db)
  await removeUnusedLessonFiles(db, folder)
}

/** Runs in every server process; a second run finds nothing to delete. Returns a function that stops it. */
export function startCleanupJobs(deps: CleanupDeps): () => void {
  const run = () => runCleanup(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'cleanup failed'))
  const firstRun = setTimeout(() => void run(), FIRST_RUN_DELAY_MS).unref()
  const timer = setInterval(() => void run(), RUN_INTERVAL_MS).unref()
  return () => {
    clearTimeout(firstRun)
    clearInterval(timer)
  }
}

import { lt, or, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from './platform/db/connect.ts'
import { emailChanges, resetCodes, sessions, systemLog, throttles } from './platform/db/schema.ts'
import type { Pictures } from './platform/storage/pictures.ts'
import { removeUnusedLessonFiles } from './features/lessons/remove-unused-lesson-files.ts'

const FIRST_RUN_DELAY_MS = 60_000
const RUN_INTERVAL_MS = 6 * 3_600_000
const LOG_RETENTION_DAYS = 90

interface CleanupDeps {
  db: Db
  pictures: Pictures
  /** The folder of uploads. */
  folder: string
  log: FastifyBaseLogger
}

/** Takes away what has had its time: rows that expired, lines of the system log, pictures and lessons' files that nothing names. */
export async function runCleanup({ db, pictures, folder }: CleanupDeps): Promise<void> {
  const now = sql`now()`
  await db.delete(sessions).where(or(lt(sessions.idleUntil, now), lt(sessions.expiresAt, now)))
  await db.delete(resetCodes).where(lt(resetCodes.expiresAt, now))
  await db.delete(emailChanges).where(lt(emailChanges.expiresAt, now))
  await db.delete(throttles).where(lt(throttles.expire, sql`extract(epoch from now()) * 1000`))
  await db.delete(systemLog).where(lt(systemLog.createdAt, sql`now() - make_interval(days => ${LOG_RETENTION_DAYS})`))
  await pictures.removeUnused(db)
  await removeUnusedLessonFiles(db, folder)
}

/** Tidies up every few hours, each process for itself: doing it twice is doing it once. Gives the way to stop. */
export function startCleanupJobs(deps: CleanupDeps): () => void {
  const run = () => runCleanup(deps).catch((error: unknown) => deps.log.warn({ err: error }, 'tidying up failed'))
  const firstRun = setTimeout(() => void run(), FIRST_RUN_DELAY_MS).unref()
  const timer = setInterval(() => void run(), RUN_INTERVAL_MS).unref()
  return () => {
    clearTimeout(firstRun)
    clearInterval(timer)
  }
}

import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, inArray, ne } from 'drizzle-orm'
import { uploadPath } from '#contract/paths.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { lessons } from '#server/platform/db/schema.ts'
import { LESSON_FILE_NAME } from './lesson-file-type.ts'

const DAY_MS = 24 * 3_600_000
const BATCH_SIZE = 500

/** Removes files without a lesson that are at least a day old: a form that is not saved yet may name them. Returns their number. */
export async function removeUnusedLessonFiles(db: Db, folder: string, now = Date.now()): Promise<number> {
  let removed = 0
  const names = (await readdir(folder)).filter((name) => LESSON_FILE_NAME.test(name))
  for (let from = 0; from < names.length; from += BATCH_SIZE) {
    const batch = names.slice(from, from + BATCH_SIZE)
    const used = await findUsedLessonFiles(db, batch)
    const unused = batch.filter((name) => !used.has(name))
    removed += await removeOldFiles(folder, unused, now)
  }
  return removed
}

/** Reads the age last, so that a file just marked as in use stays. */
async function removeOldFiles(folder: string, names: string[], now: number): Promise<number> {
  let removed = 0
  for (const name of names) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }))
    if (now - mtimeMs < DAY_MS) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}

/** Names of the files that a lesson has as its video or captions. */
export async function findUsedLessonFiles(db: Db, names: string[]): Promise<Set<string>> {
  const urls = names.map(uploadPath)
  const videos = await db.select({ url: lessons.url }).from(lessons).where(inArray(lessons.url, urls))
  const captions = await db
    .select({ url: lessons.captionsUrl })
    .from(lessons)
    .where(and(ne(lessons.captionsUrl, ''), inArray(lessons.captionsUrl, urls)))
  return new Set([...videos, ...captions].map(({ url }) => url.slice(uploadPath('').length)))
}

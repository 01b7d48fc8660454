import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, inArray, ne } from 'drizzle-orm'
import { uploadPath } from '#contract/paths.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { lessons } from '#server/platform/db/schema.ts'
import { LESSON_FILE_NAME, getUnfinishedFolder } from './lesson-files.ts'

const DAY_MS = 24 * 3_600_000
const BATCH_SIZE = 500

/** Removes what is a day old of unfinished uploads, and of files that no lesson names. Gives their number. */
export async function removeUnusedLessonFiles(db: Db, folder: string, now = Date.now()): Promise<number> {
  let removed = await removeOldFiles(getUnfinishedFolder(folder), await readdir(getUnfinishedFolder(folder)), now)
  const names = (await readdir(folder)).filter((name) => LESSON_FILE_NAME.test(name))
  for (let from = 0; from < names.length; from += BATCH_SIZE) {
    const batch = names.slice(from, from + BATCH_SIZE)
    const used = await findUsedNames(db, batch)
    const unused = batch.filter((name) => !used.has(name))
    removed += await removeOldFiles(folder, unused, now)
  }
  return removed
}

/** A file's age is asked last of all: what a save has just marked as new stays. */
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

async function findUsedNames(db: Db, names: string[]): Promise<Set<string>> {
  const urls = names.map(uploadPath)
  const videos = await db.select({ url: lessons.url }).from(lessons).where(inArray(lessons.url, urls))
  const captions = await db
    .select({ url: lessons.captionsUrl })
    .from(lessons)
    .where(and(ne(lessons.captionsUrl, ''), inArray(lessons.captionsUrl, urls)))
  return new Set([...videos, ...captions].map(({ url }) => url.slice(uploadPath('').length)))
}

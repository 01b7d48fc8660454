import { and, inArray, ne } from 'drizzle-orm'
import { uploadPath } from '#contract/paths.ts'
import type { Db } from '#server/platform/db/connect.ts'
import { lessons } from '#server/platform/db/schema.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { removeUnusedFiles, UNUSED_FILE_DAYS } from '#server/platform/storage/remove-unused-files.ts'
import { LESSON_FILE_NAME } from './lesson-file-type.ts'

/** Removes old files without a lesson. Returns their number. */
export function removeUnusedLessonFiles(db: Db, store: FileStore, since: number, now = Date.now()): Promise<number> {
  return removeUnusedFiles({
    store,
    isCandidate: (name) => LESSON_FILE_NAME.test(name),
    findUsed: (names) => findUsedLessonFiles(db, names),
    since,
    days: UNUSED_FILE_DAYS,
    now,
  })
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

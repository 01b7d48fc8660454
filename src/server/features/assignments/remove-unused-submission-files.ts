import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { submissions, trashRows } from '#server/platform/db/schema.ts'
import type { FileStore } from '#server/platform/storage/file-store.ts'
import { removeUnusedFiles } from '#server/platform/storage/remove-unused-files.ts'
import {
  SUBMISSIONS_PREFIX,
  SUBMISSION_FILE_NAME,
  toSubmissionFileName,
  toSubmissionFileUrl,
} from './submission-files.ts'

/** Removes files that no submission names and that are at least a day old. Returns their number. */
export function removeUnusedSubmissionFiles(
  db: Db,
  store: FileStore,
  since: number,
  now = Date.now(),
): Promise<number> {
  return removeUnusedFiles({
    store,
    prefix: SUBMISSIONS_PREFIX,
    isCandidate: (name) => SUBMISSION_FILE_NAME.test(name.slice(SUBMISSIONS_PREFIX.length)),
    findUsed: (names) => findUsedNames(db, names),
    since,
    days: 1,
    now,
  })
}

async function findUsedNames(db: Db, storedNames: string[]): Promise<Set<string>> {
  const names = storedNames.map((name) => name.slice(SUBMISSIONS_PREFIX.length))
  const rows = await db
    .select({ url: submissions.fileUrl })
    .from(submissions)
    .where(and(ne(submissions.fileUrl, ''), inArray(submissions.fileUrl, names.map(toSubmissionFileUrl))))
  const url = sql<string>`${trashRows.row} ->> 'file_url'`
  const inTrash = await db
    .select({ url })
    .from(trashRows)
    .where(and(eq(trashRows.tableName, 'submissions'), inArray(url, names.map(toSubmissionFileUrl))))
  return new Set([...rows, ...inTrash].map((row) => SUBMISSIONS_PREFIX + toSubmissionFileName(row.url)))
}

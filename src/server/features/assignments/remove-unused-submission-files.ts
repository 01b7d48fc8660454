import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from '#server/platform/db/connect.ts'
import { submissions, trashRows } from '#server/platform/db/schema.ts'
import {
  getSubmissionsFolder,
  SUBMISSION_FILE_NAME,
  toSubmissionFileName,
  toSubmissionFileUrl,
} from './submission-files.ts'

const DAY_MS = 24 * 3_600_000
const BATCH_SIZE = 500

/** Removes files that no submission names and that are at least a day old. Returns their number. */
export async function removeUnusedSubmissionFiles(db: Db, uploadsFolder: string, now = Date.now()): Promise<number> {
  const folder = getSubmissionsFolder(uploadsFolder)
  const names = (await readdir(folder).catch(() => [])).filter((name) => SUBMISSION_FILE_NAME.test(name))
  let removed = 0
  for (let from = 0; from < names.length; from += BATCH_SIZE) {
    const batch = names.slice(from, from + BATCH_SIZE)
    const used = await findUsedNames(db, batch)
    for (const name of batch) if (!used.has(name) && (await removeIfOld(join(folder, name), now))) removed++
  }
  return removed
}

/** Reads the age last, so that a file just marked as in use stays. */
async function removeIfOld(path: string, now: number): Promise<boolean> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }))
  if (now - mtimeMs < DAY_MS) return false
  await rm(path, { force: true })
  return true
}

async function findUsedNames(db: Db, names: string[]): Promise<Set<string>> {
  const rows = await db
    .select({ url: submissions.fileUrl })
    .from(submissions)
    .where(and(ne(submissions.fileUrl, ''), inArray(submissions.fileUrl, names.map(toSubmissionFileUrl))))
  const url = sql<string>`${trashRows.row} ->> 'file_url'`
  const inTrash = await db
    .select({ url })
    .from(trashRows)
    .where(and(eq(trashRows.tableName, 'submissions'), inArray(url, names.map(toSubmissionFileUrl))))
  return new Set([...rows, ...inTrash].map((row) => toSubmissionFileName(row.url)))
}

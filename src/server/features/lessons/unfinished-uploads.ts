import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** A browser that is still open goes on within this time. Later it starts again. */
const ABANDONED_AFTER_MS = 3_600_000

/** The name of the finished file, the owner's id, the total size and whether it is a document: there is no other record. */
export const UPLOAD_NAME = /^([0-9a-f]{32})-([1-9]\d{0,14})-([1-9]\d{0,9})(-document)?$/

export const getUnfinishedFolder = (folder: string) => join(folder, 'unfinished')

/** What the open uploads of all servers that share the folder have yet to write. */
export async function countPendingBytes(folder: string): Promise<number> {
  const unfinished = getUnfinishedFolder(folder)
  let pending = 0
  for (const name of await readdir(unfinished)) {
    const total = Number(UPLOAD_NAME.exec(name)?.[3] ?? 0)
    const { size } = await stat(join(unfinished, name)).catch(() => ({ size: total }))
    pending += Math.max(0, total - size)
  }
  return pending
}

/** Removes uploads that have received nothing for an hour. Returns their number. */
export async function removeAbandonedUploads(folder: string, now = Date.now()): Promise<number> {
  const unfinished = getUnfinishedFolder(folder)
  let removed = 0
  for (const name of await readdir(unfinished)) {
    const path = join(unfinished, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }))
    if (now - mtimeMs < ABANDONED_AFTER_MS) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}

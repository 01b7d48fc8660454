import { DRAFT_DAYS } from '#contract/limits.ts'
import type { FileStore } from './file-store.ts'

/** How long unused pictures and lesson files stay. The draft of a form that is not saved yet may name them. */
export const UNUSED_FILE_DAYS = DRAFT_DAYS + 1

const DAY_MS = 24 * 3_600_000
const BATCH_SIZE = 500

interface UnusedFileSearch {
  store: FileStore
  /** Of the files that may be removed. */
  prefix?: string
  isCandidate: (name: string) => boolean
  findUsed: (names: string[]) => Promise<ReadonlySet<string>>
  /** Older files stay: they may be those of another database. */
  since: number
  /** Younger files stay, too. */
  days: number
  now: number
}

/** Removes files that nothing uses, from `since` on and at least `days` old. Returns their number. */
export async function removeUnusedFiles(search: UnusedFileSearch): Promise<number> {
  let removed = 0
  let batch: string[] = []
  const removeBatch = async () => {
    const used = batch.length > 0 ? await search.findUsed(batch) : new Set()
    for (const name of batch) if (!used.has(name) && (await removeIfOld(search, name))) removed++
    batch = []
  }
  for await (const { name, modifiedAt } of search.store.list(search.prefix)) {
    if (!search.isCandidate(name) || modifiedAt < search.since || !isOld(search, modifiedAt)) continue
    batch.push(name)
    if (batch.length === BATCH_SIZE) await removeBatch()
  }
  await removeBatch()
  return removed
}

const isOld = ({ now, days }: UnusedFileSearch, modifiedAt: number) => now - modifiedAt >= days * DAY_MS

/** Reads the age last, so that a file just marked as in use stays. */
async function removeIfOld(search: UnusedFileSearch, name: string): Promise<boolean> {
  const file = await search.store.stat(name)
  if (!file || !isOld(search, file.modifiedAt)) return false
  await search.store.remove(name)
  return true
}

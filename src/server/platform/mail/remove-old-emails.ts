import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const RETENTION_MS = 14 * 24 * 3_600_000

/** Removes emails that were written into the outbox folder two weeks ago. Returns their number. */
export async function removeOldEmails(folder: string, now = Date.now()): Promise<number> {
  // The folder is created with the first email.
  const names = await readdir(folder).catch(() => [])
  let removed = 0
  for (const name of names) {
    if (!/\.eml(\.part)?$/.test(name)) continue
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: now }))
    if (now - mtimeMs < RETENTION_MS) continue
    await rm(path, { force: true })
    removed++
  }
  return removed
}

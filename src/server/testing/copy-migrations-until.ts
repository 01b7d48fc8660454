import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { MIGRATIONS } from '#server/platform/db/migrate.ts'

/** Returns `folder`, which gets the migrations as the version had them whose last one was `tag`. */
export function copyMigrationsUntil(tag: string, folder: string): string {
  cpSync(MIGRATIONS, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(readFileSync(file, 'utf8')) as { entries: { tag: string }[] }
  const end = journal.entries.findIndex((entry) => entry.tag === tag) + 1
  if (end === 0) throw new Error(`There is no migration ${tag}`)
  writeFileSync(file, JSON.stringify({ ...journal, entries: journal.entries.slice(0, end) }))
  return folder
}

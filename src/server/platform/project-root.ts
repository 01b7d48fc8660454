import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Searched upwards, because this file runs from `src/` in tests and from `dist/` otherwise. */
export const PROJECT_ROOT = findRoot(dirname(fileURLToPath(import.meta.url)))

function findRoot(folder: string): string {
  const manifest = join(folder, 'package.json')
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).name === 'learn-lantern') return folder
  const parent = dirname(folder)
  if (parent === folder) throw new Error('No package.json of learn-lantern found above the code')
  return findRoot(parent)
}

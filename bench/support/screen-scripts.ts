import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'
import type { Cell } from './table.ts'

interface Chunk {
  file: string
  isEntry?: boolean
  imports?: string[]
}

const CLIENT = join(PROJECT_ROOT, 'dist/client')
const LANDING_KB = 110
const OTHER_KB = 180

export const SCRIPTS_HEAD = ['screen', 'script kB, Brotli', 'files', 'goal', 'met']

/** The scripts each screen loads before it is usable: the entry, the screen, and all that they import. */
export function getScriptRows(): Cell[][] {
  const manifest = JSON.parse(readFileSync(join(CLIENT, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const entries = Object.keys(manifest).filter((name) => manifest[name]?.isEntry)
  const screens = Object.keys(manifest).filter((name) => name.endsWith('-screen.tsx'))
  return screens.sort().map((screen) => {
    const files = new Set([...entries, screen].flatMap((name) => [...collectImports(manifest, name)]))
    const kB = [...files].reduce((sum, file) => sum + compressedBytes(file), 0) / 1000
    const goal = screen.includes('landing/') ? LANDING_KB : OTHER_KB
    const name = screen.replace('screens/', '').replace(/\/[^/]+$/, '')
    return [name, Math.round(kB), files.size, `≤ ${goal}`, kB <= goal]
  })
}

function collectImports(manifest: Record<string, Chunk>, name: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[name]
  if (!chunk || seen.has(chunk.file)) return seen
  if (chunk.file.endsWith('.js')) seen.add(chunk.file)
  for (const other of chunk.imports ?? []) collectImports(manifest, other, seen)
  return seen
}

/** The smallest files have no compressed form beside them. */
function compressedBytes(file: string): number {
  const path = join(CLIENT, file)
  return existsSync(`${path}.br`) ? statSync(`${path}.br`).size : brotliCompressSync(readFileSync(path)).length
}

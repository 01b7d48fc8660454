// Bundles the programs of the server's child processes for tests and `npm run dev`, which run the server from source:
// Node 20 runs no TypeScript. The built product has them in dist/server/.
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashFiles } from './hash-files.mjs'
import { copyNewDatabase } from './new-database.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
export const CHILD_PROGRAMS = {
  embedded: 'src/server/platform/db/embedded/embedded.ts',
  'picture-encoder': 'src/server/platform/storage/encoder/picture-encoder.ts',
  'pdf-program': 'src/server/features/pdf-program/pdf-program.ts',
}
/** They import from these files and folders and from packages only. */
const SOURCES = [
  ...Object.values(CHILD_PROGRAMS).map((path) => join(path, '..')),
  'src/contract',
  'src/server/platform/pdf',
  'src/server/platform/project-root.ts',
  'src/server/features/certificates',
  'src/server/features/receipts',
]
const outDir = join(root, '.cache/programs')
const stampFile = join(outDir, '.stamp')

/** Writes .cache/programs/*.js unless they were built from the same sources. */
export async function buildChildProgramsIfStale() {
  await buildIfStale()
  copyNewDatabase(join(outDir, 'embedded.js'))
}

async function buildIfStale() {
  const stamp = hashFiles(root, [...SOURCES, 'package-lock.json'], (path) => !path.endsWith('.test.ts'))
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  const { build } = await import('vite')
  const tempDir = `${outDir}.${process.pid}`
  const input = Object.fromEntries(Object.entries(CHILD_PROGRAMS).map(([name, path]) => [name, join(root, path)]))
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    build: { target: 'node20', outDir: tempDir, ssr: true, rolldownOptions: { input } },
  })
  // Renamed into place, so that a test run and a development server that start together never read half a file.
  mkdirSync(outDir, { recursive: true })
  for (const name of readdirSync(tempDir)) {
    rmSync(join(outDir, name), { recursive: true, force: true })
    renameSync(join(tempDir, name), join(outDir, name))
  }
  rmSync(tempDir, { recursive: true })
  writeFileSync(stampFile, stamp)
}

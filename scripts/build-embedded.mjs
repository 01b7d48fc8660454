// Bundles the embedded database's program for tests and `npm run dev`, which run the server from source: it is a
// separate Node process, and Node 20 runs no TypeScript. The built product has it in dist/server/.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { hashFiles } from './hash-files.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const SOURCE = 'src/server/platform/db/embedded'
const outDir = join(root, '.cache/embedded')
const stampFile = join(outDir, '.stamp')

/** Writes .cache/embedded/embedded.js unless it was built from the same sources. */
export async function buildEmbeddedIfStale() {
  const stamp = hashFiles(root, [SOURCE, 'package-lock.json'], (path) => !path.endsWith('.test.ts'))
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return
  const { build } = await import('vite')
  const tempDir = `${outDir}.${process.pid}`
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'error',
    build: { target: 'node20', outDir: tempDir, ssr: join(root, SOURCE, 'embedded.ts') },
  })
  // Renamed into place, so that a test run and a development server that start together never read half a file.
  mkdirSync(outDir, { recursive: true })
  renameSync(join(tempDir, 'embedded.js'), join(outDir, 'embedded.js'))
  rmSync(tempDir, { recursive: true })
  writeFileSync(stampFile, stamp)
}

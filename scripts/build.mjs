// Builds the product into dist/: the browser's scripts, the page renderer, and the server.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { CHILD_PROGRAMS } from './build-child-programs.mjs'
import { hashFiles } from './hash-files.mjs'
import { packNewDatabase } from './new-database.mjs'
import { replaceBuild } from './replace-build.mjs'
import { run } from './run.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
/** Processes may be serving from dist/, so that a build takes its place when it is complete. */
const newBuild = `${dist}.new`
/** Larger blocks than by default: the size of a script depends less on the names of the files that it loads. */
const BROTLI = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGBLOCK]: 20 }
const STAMP = '.stamp'
const stampFile = join(dist, STAMP)

const SOURCES = [
  'src',
  'public',
  'scripts/build.mjs',
  'scripts/build-child-programs.mjs',
  'scripts/new-database.mjs',
  'scripts/replace-build.mjs',
  'vite.config.ts',
  'package-lock.json',
]

const hashSources = () => hashFiles(root, SOURCES, (path) => !/\.test\.tsx?$/.test(path))

/** Builds unless dist/ was built from the same sources. */
export async function buildIfStale({ onStart = () => {} } = {}) {
  // A container image has what is built and no sources.
  if (!existsSync(join(root, 'src'))) return
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === hashSources()) return
  onStart()
  // In a separate process, which frees the build's memory before the server starts. In production mode also when a test
  // runner started it.
  const env = { ...process.env, NODE_ENV: 'production' }
  await run(process.execPath, [fileURLToPath(import.meta.url)], { env })
}

async function build() {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const stamp = hashSources()
  const { build: viteBuild } = await import('vite')
  rmSync(newBuild, { recursive: true, force: true })
  const shared = { configFile: join(root, 'vite.config.ts'), logLevel: 'error', mode: 'production' }

  await viteBuild({
    configFile: false,
    root,
    publicDir: false,
    logLevel: shared.logLevel,
    define: { 'process.env.NODE_ENV': '"production"' },
    // Email templates are React components; React is a devDependency, so it is bundled too.
    ssr: { noExternal: true, external: Object.keys(dependencies) },
    build: {
      target: 'node20',
      chunkSizeWarningLimit: 2_000,
      outDir: join(newBuild, 'server'),
      ssr: true,
      emptyOutDir: true,
      sourcemap: true,
      rolldownOptions: {
        input: {
          main: join(root, 'src/server/main.ts'),
          ...Object.fromEntries(Object.entries(CHILD_PROGRAMS).map(([name, path]) => [name, join(root, path)])),
          admin: join(root, 'src/server/cli/admin.ts'),
          doctor: join(root, 'src/server/cli/doctor.ts'),
        },
      },
    },
  })
  // Beside the other builds, which use one core for most of their time.
  const packed = packNewDatabase(join(newBuild, 'server/embedded.js'))
  await viteBuild({
    ...shared,
    build: { outDir: join(newBuild, 'client'), manifest: true, emptyOutDir: true },
  })
  // Browser libraries are bundled into the page renderer, so the running server needs none of them installed.
  await viteBuild({
    ...shared,
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      outDir: join(newBuild, 'pages'),
      ssr: 'app/entry-server.tsx',
      emptyOutDir: true,
      chunkSizeWarningLimit: 2_000,
    },
  })
  await Promise.all([packed, compressAll(join(newBuild, 'client'))])
  writeFileSync(join(newBuild, STAMP), stamp)
  replaceBuild(dist, newBuild)
}

/** Writes the Brotli and gzip forms of text files, so that no request waits for compression. */
async function compressAll(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|txt|xml|webmanifest)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    if (bytes.length < 200) continue
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, { params: BROTLI }),
      promisify(gzip)(bytes, { level: 9 }),
    ])
    writeFileSync(`${path}.br`, br)
    writeFileSync(`${path}.gz`, gz)
  }
}

// `node scripts/build.mjs` builds in any case: buildIfStale starts it when the sources have changed.
if (process.argv[1] === fileURLToPath(import.meta.url)) await build()

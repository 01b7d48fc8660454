// Builds what is stale into dist/: the browser's part, its rendering on the server, and the server itself.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const dist = join(root, 'dist')
const stampFile = join(dist, '.stamp')

const SOURCES = ['src', 'public', 'scripts/build.mjs', 'vite.config.ts', 'package-lock.json']

/** Changes whenever a source file does. */
function sourceStamp() {
  const hash = createHash('sha256')
  const add = (path) => {
    const stat = statSync(path)
    if (stat.isDirectory()) for (const name of readdirSync(path).sort()) add(join(path, name))
    else if (!/\.test\.tsx?$|\.webm$/.test(path)) hash.update(`${path}\0${stat.size}\0${stat.mtimeMs}\n`)
  }
  for (const source of SOURCES) add(join(root, source))
  return hash.digest('hex')
}

/** Builds in a process of its own: what building takes in memory, the server that starts next must not keep. */
export function buildIfStale({ onStart = () => {} } = {}) {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceStamp()) return
  onStart()
  // Whoever asks may be a test: what is built is the product all the same.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync(process.execPath, [fileURLToPath(import.meta.url)], { stdio: 'inherit', env })
}

async function build() {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const stamp = sourceStamp()
  const { build: viteBuild } = await import('vite')
  rmSync(dist, { recursive: true, force: true })
  const shared = { configFile: join(root, 'vite.config.ts'), logLevel: 'error', mode: 'production' }

  await viteBuild({
    ...shared,
    build: { outDir: join(dist, 'client'), manifest: true, emptyOutDir: true },
  })
  // Browser libraries are bundled into the page renderer: the running server needs none of them installed.
  await viteBuild({
    ...shared,
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { noExternal: true },
    build: {
      outDir: join(dist, 'pages'),
      ssr: 'app/entry-server.tsx',
      emptyOutDir: true,
      chunkSizeWarningLimit: 2_000,
    },
  })
  await viteBuild({
    configFile: false,
    root,
    publicDir: false,
    logLevel: shared.logLevel,
    define: { 'process.env.NODE_ENV': '"production"' },
    // Mails are written in React, which is bundled like everything else that is needed only for building.
    ssr: { noExternal: true, external: Object.keys(dependencies) },
    build: {
      target: 'node20',
      chunkSizeWarningLimit: 2_000,
      outDir: join(dist, 'server'),
      ssr: true,
      emptyOutDir: true,
      sourcemap: true,
      rolldownOptions: {
        input: {
          main: join(root, 'src/server/main.ts'),
          embedded: join(root, 'src/server/platform/db/embedded/embedded.ts'),
          admin: join(root, 'src/server/cli/admin.ts'),
        },
      },
    },
  })
  await compressAll(join(dist, 'client'))
  writeFileSync(stampFile, stamp)
}

/** Text files get their Brotli and gzip forms once, here, so that no request waits for them. */
async function compressAll(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !/\.(js|css|svg|json|txt|xml|webmanifest)$/.test(entry.name)) continue
    const path = join(entry.parentPath, entry.name)
    const bytes = readFileSync(path)
    if (bytes.length < 512) continue
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      promisify(gzip)(bytes, { level: 9 }),
    ])
    writeFileSync(`${path}.br`, br)
    writeFileSync(`${path}.gz`, gz)
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build()

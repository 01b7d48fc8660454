// `npm run dev`: the server from source with hot reload in the browser. A change under src/server, src/contract or
// migrations bundles and restarts the server; a change under src/web is sent to the open pages.
import { randomBytes } from 'node:crypto'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { hashFiles } from './hash-files.mjs'
import { findFreePort } from './setup/find-free-port.mjs'
import { installIfMissing } from './setup/install.mjs'
import { loadEnvFile } from './load-env-file.mjs'
import { stopWithParent } from './stop-with-parent.mjs'
import { toStartError } from './to-start-error.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const RESTART_DELAY_MS = 50
const BUNDLES = join(root, '.cache/dev')
const SERVER_SOURCES = /^(src\/(server|contract)|migrations)\//
const TEST = /\.test\.tsx?$/

process.chdir(root)
// Bundling would set it to production: without React Refresh, and on every network.
process.env.NODE_ENV ??= 'development'
stopWithParent()
process.setSourceMapsEnabled(true)

let server
let starts = 0
let starting = Promise.resolve()
let vite
try {
  await installIfMissing()
  loadEnvFile()
  starting = start()
  await starting
} catch (error) {
  console.error(toStartError(error))
  process.exit(1)
}

for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.once(signal, () => void stop())

vite.watcher.add(['src/server', 'src/contract', 'migrations'].map((path) => `${root}${path}`))
let restartTimer
vite.watcher.on('all', (_event, path) => {
  if (!SERVER_SOURCES.test(relative(root, path)) || TEST.test(path)) return
  clearTimeout(restartTimer)
  restartTimer = setTimeout(() => void (starting = starting.then(() => restart(path))), RESTART_DELAY_MS)
})

async function createViteServer() {
  const { createServer } = await import('vite')
  const viteServer = await createServer({
    configFile: `${root}vite.config.ts`,
    appType: 'custom',
    html: { cspNonce: randomBytes(16).toString('base64') },
    // A separate port: the server's port closes and opens again at each restart.
    server: { middlewareMode: true, hmr: { port: await findFreePort() } },
  })
  // Loads while the database's process starts; the first page reports a failure.
  void viteServer.ssrLoadModule('/app/entry-server.tsx').catch(() => null)
  return viteServer
}

async function start() {
  const { buildChildProgramsIfStale } = await import('./build-child-programs.mjs')
  await buildChildProgramsIfStale()
  // Loaded before the running server stops, so that a syntax error leaves that one running. By an address of its own, so
  // that nothing stays from that one.
  const { startDevServer } = await import(`${await bundleServer()}?start=${++starts}`)
  await server?.stop({ now: true })
  server = undefined
  server = await startDevServer(async () => (vite ??= await createViteServer()))
}

/**
 * One bundle loads several times faster than its hundreds of modules. It is kept until the sources change.
 * @returns its URL
 */
async function bundleServer() {
  const sources = ['src/server', 'src/contract', 'scripts/dev.mjs', 'package-lock.json']
  const stamp = hashFiles(root, sources, (path) => !TEST.test(path))
  const folder = join(BUNDLES, stamp)
  const bundle = join(folder, 'dev.js')
  if (existsSync(bundle)) return pathToFileURL(bundle).href
  rmSync(BUNDLES, { recursive: true, force: true })
  const { build } = await import('vite')
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'silent',
    build: {
      target: 'node20',
      outDir: `${folder}.new`,
      ssr: true,
      sourcemap: true,
      // In one file, whose address is new at each start.
      rolldownOptions: { input: join(root, 'src/server/dev.ts'), output: { codeSplitting: false } },
    },
  })
  renameSync(`${folder}.new`, folder)
  return pathToFileURL(bundle).href
}

async function restart(path) {
  const startedAt = Date.now()
  try {
    await start()
    vite.ws.send({ type: 'full-reload' })
    console.log(`Restarted in ${Date.now() - startedAt} ms: ${relative(root, path)}`)
  } catch (error) {
    // The next change tries again.
    vite.ssrFixStacktrace(error)
    console.error(toStartError(error))
  }
}

async function stop() {
  await starting.catch(() => null)
  await server?.stop({ now: true })
  await vite.close()
  process.exit(0)
}

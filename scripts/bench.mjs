// `npm run bench`: how fast the built product is, against the floor of the same run. `-- growth`, `-- pages` and
// `-- chat` measure how calls grow with the data, how soon a page can be used, and the socket. A benchmark, not a test:
// it judges and never fails.
import { spawnSync } from 'node:child_process'
import { installIfMissing } from './install.mjs'

process.chdir(new URL('..', import.meta.url).pathname)

const KINDS = ['calls', 'growth', 'pages', 'chat']
const [first, ...rest] = process.argv.slice(2)
const kind = first === undefined || first.startsWith('-') ? 'calls' : first
const options = kind === first ? rest : process.argv.slice(2)
if (!KINDS.includes(kind)) {
  console.error(`There is no benchmark "${kind}": say one of ${KINDS.join(', ')}`)
  process.exit(1)
}

try {
  await installIfMissing()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
const { buildIfStale } = await import('./build.mjs')
await buildIfStale({ onStart: () => console.log('Building …') })
await bundle()

const program = ['node', `.cache/bench/${kind}.js`, ...options]
const env = { ...process.env }
if (kind === 'pages') {
  const chromium = (await import('./find-chromium.mjs')).findChromium()
  if (!chromium.path) {
    console.error(chromium.sentence)
    process.exit(1)
  }
  env.CHROMIUM_PATH = chromium.path
}
const needsServer = kind === 'growth' && !process.env.BENCH_DATABASE_URL
const [command, ...args] = needsServer ? ['node', 'scripts/test-postgres.mjs', '--', ...program] : program
process.exit(spawnSync(command, args, { stdio: 'inherit', env }).status ?? 1)

/** Node 20 runs no TypeScript: the benchmark is bundled, as the server is. */
async function bundle() {
  const { build } = await import('vite')
  const input = Object.fromEntries([...KINDS, 'floor', 'load'].map((name) => [name, `bench/${name}.ts`]))
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { target: 'node20', outDir: '.cache/bench', ssr: true, emptyOutDir: true, rolldownOptions: { input } },
  })
}

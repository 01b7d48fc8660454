// `npm run bench`: the speed of every call of the built product, against the floor of the same run; `-- quick` is a short
// run of it. `-- growth`, `-- late-pages`, `-- pages`, `-- chat` and `-- processes` measure how calls grow with the data, late
// pages of long lists, how soon a page is usable, the socket, and two processes against one. It reports whether goals are met
// and never fails.
import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { bundlePrograms } from './bundle-programs.mjs'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const KINDS = ['calls', 'growth', 'late-pages', 'pages', 'chat', 'processes']
const [first, ...rest] = process.argv.slice(2)
const isQuick = first === 'quick'
const kind = first === undefined || first.startsWith('-') || isQuick ? 'calls' : first
const quickOptions = isQuick ? ['--runs', '2', '--seconds', '2.75', '--print'] : []
const options = kind === first || isQuick ? [...quickOptions, ...rest] : process.argv.slice(2)
if (!KINDS.includes(kind)) {
  console.error(`Unknown benchmark "${kind}". Use quick or one of ${KINDS.join(', ')}.`)
  process.exit(1)
}

await bundlePrograms(
  'bench',
  [...KINDS, 'floor', 'load'].map((name) => `bench/${name}.ts`),
)

const program = ['node', `.cache/bench/${kind}.js`, ...options]
const env = { ...process.env }
if (kind === 'pages') {
  const chromium = (await import('./setup/find-chromium.mjs')).findChromium()
  if (!chromium.path) {
    console.error(chromium.sentence)
    process.exit(1)
  }
  env.CHROMIUM_PATH = chromium.path
}
const needsServer = ['growth', 'late-pages', 'processes'].includes(kind) && !process.env.BENCH_DATABASE_URL
const [command, ...args] = needsServer ? ['node', 'scripts/test-postgres.mjs', '--', ...program] : program
process.exit(spawnSync(command, args, { stdio: 'inherit', env }).status ?? 1)

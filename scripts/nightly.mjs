// `npm run nightly -- NAME`: one script of the reliability programme (docs/reliability.md); without a name it lists them,
// and `all` runs every one. `--postgres` gives the script a temporary PostgreSQL server in TEST_DATABASE_URL.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { bundlePrograms } from './bundle-programs.mjs'

process.chdir(new URL('..', import.meta.url).pathname)

const FOLDERS = ['attacks', 'failures', 'load', 'release']
const FILES = new Map(
  FOLDERS.flatMap((folder) => readdirSync(`nightly/${folder}`).map((file) => `nightly/${folder}/${file}`))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [basename(file, '.ts'), file]),
)
const NAMES = [...FILES.keys()].sort()
const [name, ...given] = process.argv.slice(2)
if (name === undefined) {
  for (const one of NAMES) console.log(`${one.padEnd(18)} ${describe(one)}`)
  process.exit(0)
}
if (name !== 'all' && !NAMES.includes(name)) {
  console.error(`Unknown script "${name}". Use all or one of ${NAMES.join(', ')}.`)
  process.exit(1)
}

await bundlePrograms('nightly', [...FILES.values()])

const failed = (name === 'all' ? NAMES : [name]).filter((one) => !runScript(one))
if (name === 'all') console.log(failed.length === 0 ? 'Every script is ok' : `Short: ${failed.join(', ')}`)
process.exit(failed.length === 0 ? 0 : 1)

function runScript(one) {
  const options = given.filter((option) => option !== '--postgres')
  const program = ['node', `.cache/nightly/${one}.js`, ...options]
  const [command, ...args] = given.includes('--postgres')
    ? ['node', 'scripts/test-postgres.mjs', '--', ...program]
    : program
  const { status } = spawnSync(command, args, { stdio: 'inherit' })
  if (status !== 0) console.log(`${one} ended with ${status === null ? 'a signal' : `code ${status}`}`)
  return status === 0
}

/** The comment at the top of the script. */
function describe(one) {
  const lines = readFileSync(FILES.get(one), 'utf8').split('\n')
  const end = lines.findIndex((line) => !line.startsWith('// '))
  return lines
    .slice(0, end)
    .map((line) => line.slice(3))
    .join(' ')
}

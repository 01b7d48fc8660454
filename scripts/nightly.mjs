// `npm run nightly -- NAME`: one script of the reliability programme (docs/reliability.md); without a name it lists them
// (`--names`, for the workflow, as JSON and without installed packages).
// `all` runs every one and prints all figures at its end. It fails when a figure is short or could not be measured on this
// machine (`--allow-skips`). `--full` is the whole length of the programme, which takes many hours.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const FOLDERS = ['attacks', 'failures', 'load', 'release']
const FILES = new Map(
  FOLDERS.flatMap((folder) => readdirSync(`nightly/${folder}`).map((file) => `nightly/${folder}/${file}`))
    .filter((file) => !file.endsWith('.test.ts'))
    .map((file) => [basename(file, '.ts'), file]),
)
const NAMES = [...FILES.keys()].sort()
const FIGURES = '.cache/nightly/figures.jsonl'
/** A script that hangs must not take the others' time. */
const LONGEST_MS = 90 * 60_000
const [name, ...given] = process.argv.slice(2)
if (name === '--names') {
  console.log(JSON.stringify(NAMES))
  process.exit(0)
}
if (name === undefined) {
  for (const one of NAMES) console.log(`${one.padEnd(18)} ${describe(one)}`)
  process.exit(0)
}
if (name !== 'all' && !NAMES.includes(name)) {
  console.error(`Unknown script "${name}". Use all or one of ${NAMES.join(', ')}.`)
  process.exit(1)
}

const { bundlePrograms } = await import('./bundle-programs.mjs')
await bundlePrograms('nightly', [...FILES.values()])
rmSync(FIGURES, { force: true })

const failed = (name === 'all' ? NAMES : [name]).filter((one) => !runScript(one))
const figures = readFigures()
const skipped = figures.filter(({ verdict }) => verdict === 'not measured')
if (name === 'all') printFigures()
if (name === 'all' || skipped.length > 0) console.log(summarize())
process.exit(failed.length > 0 || (skipped.length > 0 && !given.includes('--allow-skips')) ? 1 : 0)

function summarize() {
  const parts = []
  if (failed.length > 0) parts.push(`Short: ${failed.join(', ')}`)
  if (skipped.length > 0)
    parts.push(`Not measured on this machine: ${[...new Set(skipped.map(({ test }) => test))].join(', ')}`)
  return parts.join('. ') || 'Every script is ok'
}

function runScript(one) {
  const options = given.filter((option) => option !== '--allow-skips')
  const { status } = spawnSync('node', [`.cache/nightly/${one}.js`, ...options], {
    stdio: 'inherit',
    env: { ...process.env, NIGHTLY_FIGURES: FIGURES },
    ...(given.includes('--full') ? {} : { timeout: LONGEST_MS }),
  })
  if (status !== 0) console.log(`${one} ended with ${status === null ? 'a signal' : `code ${status}`}`)
  return status === 0
}

function readFigures() {
  const lines = existsSync(FIGURES) ? readFileSync(FIGURES, 'utf8').trim().split('\n') : []
  return lines.map((line) => {
    const [test, goal, measured, verdict] = JSON.parse(line)
    return { test, goal, measured, verdict }
  })
}

/** All figures by the number of their test, one a line. */
function printFigures() {
  const byNumber = figures.toSorted((one, other) => Number(one.test.slice(1)) - Number(other.test.slice(1)))
  console.log('')
  for (const { test, goal, measured, verdict } of byNumber)
    console.log(`${test.padEnd(4)} ${verdict.padEnd(13)} ${measured}${goal && ` (goal: ${goal})`}`)
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

// `npm test`: format, types, lint, build, and the tests. CI adds `--slow`, which runs those tagged slow too, `--postgres`,
// which repeats the server's tests on PostgreSQL, and `--phones`, which repeats the end-to-end tests tagged @phone in a
// phone's window.
// `--install-programs` (CI) installs what tests are skipped without, and fails where it cannot.
// `--detect-flaky` (CI) runs files with failures once more, only to tell flaky tests from broken ones.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { keepTempFilesInMemory } from './setup/temp-files.mjs'
import { installIfMissing } from './setup/install.mjs'
import { readPlaywrightReport, readVitestReport } from './test-reports.mjs'

const MAX_FLAKY = 2

const withSlow = process.argv.includes('--slow')
const shouldDetectFlaky = process.argv.includes('--detect-flaky')
const flaky = []
const failed = []
/** What each failed or flaky test said, by its name. */
const errors = new Map()
let passed = 0

process.chdir(fileURLToPath(new URL('..', import.meta.url)))
try {
  await installIfMissing()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
mkdirSync('.cache', { recursive: true })
keepTempFilesInMemory()
const { findChromium } = await import('./setup/find-chromium.mjs')
const { buildIfStale } = await import('./build.mjs')

// A download mostly waits, so it takes place while the other checks and tests run.
const browserInstallation = once(spawn('node', ['scripts/setup/find-chromium.mjs'], { stdio: 'inherit' }), 'close')
if (process.argv.includes('--install-programs')) {
  // Debian installs one package at a time.
  await browserInstallation
  await runCheck('Programs that tests need', 'node', 'scripts/setup/install-test-programs.mjs')
}
// Side by side, since each uses one core for most of its time.
await Promise.all([
  runBuild(),
  runCheck('Format', 'oxfmt', '--check', '.'),
  // Each of its checkers reads the types that all files share once more.
  runCheck('Types', 'tsc', '-b', '--checkers', '1'),
  runCheck('Lint', 'oxlint', '--deny-warnings'),
  runCheck('Unused code', 'knip', '--no-progress'),
])
const vitest = { report: '.cache/vitest.json', read: readVitestReport, rerunOptions: [] }
runTests('Unit, API and screen tests', ['vitest', 'run', ...(withSlow ? [] : ['--tags-filter=!slow'])], vitest)
if (process.argv.includes('--postgres')) {
  const command = ['node', 'scripts/test-postgres.mjs', '--', 'npx', 'vitest', 'run', '--project', 'server']
  runTests('Server tests on PostgreSQL', [...command, '--project', 'product'], {
    ...vitest,
    report: '.cache/vitest-postgres.json',
  })
}
await browserInstallation
runEndToEndTests()
reportFlaky()

if (!withSlow) console.log('Tests tagged slow were left out; `npm run check` runs them.')
for (const name of failed) console.log(`failed: ${name}${describeError(name)}`)
console.log(`${passed} passed, ${failed.length} failed`)
process.exit(failed.length === 0 ? 0 : 1)

function toCommand(program, args) {
  return program === 'node' ? [program, ...args] : ['npx', '--no-install', program, ...args]
}

function run([program, ...args], env = {}) {
  const command = toCommand(program, args)
  const { status } = spawnSync(command[0], command.slice(1), { stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0
}

/** Its output is printed when it ends. */
async function runCheck(title, program, ...args) {
  // The type checker and the linter are written in Go: they collect garbage less often, for a fifth less processor time.
  const env = { GOGC: '300', ...process.env }
  const command = toCommand(program, args)
  const check = spawn(command[0], command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], env })
  const output = []
  for (const stream of [check.stdout, check.stderr]) stream.on('data', (chunk) => output.push(chunk))
  const [status] = await once(check, 'close')
  console.log(`\n== ${title}\n${Buffer.concat(output).toString()}`)
  if (status === 0) passed++
  else failed.push(title)
}

async function runBuild() {
  try {
    await buildIfStale()
    console.log('\n== Build')
    passed++
  } catch (error) {
    console.error('\n== Build', error)
    failed.push('Build')
  }
}

function runEndToEndTests() {
  const { path, sentence } = findChromium()
  if (!path) {
    console.error(sentence)
    failed.push('End-to-end tests')
    return
  }
  // The second run takes one test at a time. Traces are recorded only there, because they cost the browser a fifth of
  // its time. A folder of its own leaves the first run's pictures and pages.
  const rerunOptions = ['--no-deps', '--workers=1', '--trace=retain-on-failure', '--output=.cache/playwright-again']
  const env = { CHROMIUM_PATH: path }
  const runner = { report: '.cache/playwright.json', read: readPlaywrightReport, rerunOptions, env }
  const phones = process.argv.includes('--phones') ? ['--project=phone'] : []
  const projects = ['--project=isolated', '--project=desktop', ...phones]
  const filter = withSlow ? [] : ['--grep-invert=@slow']
  runTests('End-to-end tests', ['playwright', 'test', ...projects, ...filter], runner)
}

/** Runs a test runner and adds up its report; a runner that fails without a failed test is a failure too. */
function runTests(title, command, runner) {
  console.log(`\n== ${title}`)
  const { ok, tests } = runOnce(command, runner)
  for (const { name, isSlow } of tests.filter(({ status }) => status === 'skipped'))
    if (withSlow || !isSlow) console.log(`not run: ${name}`)
  const failures = tests.filter(({ status }) => status === 'failed' || status === 'not run')
  passed += tests.filter(({ status }) => status === 'passed').length
  if (failures.length > 0 && shouldDetectFlaky) return sortFailures(title, failures, command, runner)
  failed.push(...failures.map(({ name }) => name))
  if (failures.length === 0 && !ok) failed.push(title)
}

/** A test that passes in one run and fails in the other is flaky; a test that passes in neither has failed. */
function sortFailures(title, failures, command, runner) {
  const files = [...new Set(failures.map(({ file }) => file))]
  console.log(`\n== Second run of ${files.join(', ')}`)
  const { ok, tests } = runOnce([...command, ...runner.rerunOptions, ...files], runner)
  const failedFirst = new Set(failures.map(({ name }) => name))
  const passedNow = new Set(tests.filter(({ status }) => status === 'passed').map(({ name }) => name))
  const failedNow = tests.filter(({ status, name }) => status === 'failed' && !failedFirst.has(name))
  for (const { name, status } of failures) {
    if (!passedNow.has(name)) failed.push(name)
    else if (status === 'not run') passed++
    else flaky.push(name)
  }
  for (const { name } of failedNow) flaky.push(name)
  if (!ok && !tests.some(({ status }) => status === 'failed')) failed.push(title)
  passed -= failedNow.length
}

function runOnce(command, { report, read, env = {} }) {
  rmSync(report, { force: true })
  const ok = run(command, { ...env, TEST_REPORT: report })
  try {
    const tests = read(report)
    for (const { name, error } of tests) if (error) errors.set(name, error)
    return { ok, tests }
  } catch {
    return { ok: false, tests: [] }
  }
}

/** Repeated at the end, because the runner's own words are far above it. */
function describeError(name) {
  return (errors.get(name) ?? '')
    .split('\n')
    .map((line) => (line ? `\n    ${line}` : ''))
    .join('')
}

function reportFlaky() {
  for (const name of flaky) console.log(`flaky: ${name}${describeError(name)}`)
  if (flaky.length <= MAX_FLAKY) {
    passed += flaky.length
    return
  }
  console.log(`More than ${MAX_FLAKY} flaky tests fail the run: all ${flaky.length} count as failed.`)
  failed.push(...flaky)
}

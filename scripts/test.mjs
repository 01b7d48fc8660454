// `npm test`: everything that must hold. With --postgres the server's tests run a second time, on a PostgreSQL server
// of their own. Ends with one line that counts, and exits with 0 only if nothing failed.
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { installIfMissing } from './install.mjs'

process.chdir(new URL('..', import.meta.url).pathname)
const total = { passed: 0, failed: 0 }

try {
  await installIfMissing()
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
mkdirSync('.cache', { recursive: true })
const { findChromium } = await import('./find-chromium.mjs')
const { buildIfStale } = await import('./build.mjs')

check('Types', ['tsc', '-b'])
check('Format', ['oxfmt', '--check', '.'])
check('Lint', ['oxlint', '--deny-warnings'])
check('Nothing unused', ['knip', '--no-progress'])
await checkBuild()
count('Unit, API and screens', ['vitest', 'run'], { report: 'vitest', read: readVitest })
if (process.argv.includes('--postgres')) {
  const vitest = ['node', 'scripts/test-postgres.mjs', '--', 'npx', 'vitest', 'run', '--project', 'server']
  count('Server, on PostgreSQL', vitest, { report: 'vitest-postgres', read: readVitest })
}
const chromium = findChromium()
if (chromium.path) {
  const env = { CHROMIUM_PATH: chromium.path }
  count('In a browser', ['playwright', 'test'], { report: 'playwright', read: readPlaywright, env })
} else {
  console.error(chromium.sentence)
  total.failed++
}

console.log(`${total.passed} passed, ${total.failed} failed`)
process.exit(total.failed === 0 ? 0 : 1)

function run([program, ...args], env = {}) {
  const command = program === 'node' ? [program, ...args] : ['npx', '--no-install', program, ...args]
  const { status } = spawnSync(command[0], command.slice(1), { stdio: 'inherit', env: { ...process.env, ...env } })
  return status === 0
}

function check(title, command) {
  console.log(`\n== ${title}`)
  total[run(command) ? 'passed' : 'failed']++
}

async function checkBuild() {
  console.log('\n== Build')
  try {
    await buildIfStale()
    total.passed++
  } catch (error) {
    console.error(error)
    total.failed++
  }
}

/** Runs a test runner and adds up what its JSON report says; no report is a failure. */
function count(title, command, { report, read, env = {} }) {
  console.log(`\n== ${title}`)
  const file = `.cache/${report}.json`
  rmSync(file, { force: true })
  const ok = run(command, { ...env, TEST_REPORT: file })
  const found = read(file)
  for (const title of found.skipped) console.log(`not run: ${title}`)
  total.passed += found.passed
  total.failed += found.failed
  if (!ok && found.failed === 0) total.failed++
}

function readJson(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  }
}

function readVitest(file) {
  const report = readJson(file)
  if (!report) return { passed: 0, failed: 1, skipped: [] }
  const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults)
  // Why stands in the title.
  const skipped = tests.filter(({ status }) => !['passed', 'failed'].includes(status)).map(({ fullName }) => fullName)
  return { passed: report.numPassedTests, failed: report.numFailedTests, skipped }
}

function readPlaywright(file) {
  const report = readJson(file)
  if (!report) return { passed: 0, failed: 1, skipped: [] }
  const { expected, flaky, unexpected } = report.stats
  return { passed: expected + flaky, failed: unexpected, skipped: skippedSpecs(report.suites) }
}

function skippedSpecs(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, tests }) =>
      tests
        .filter(({ status }) => status === 'skipped')
        .map(
          ({ projectName, annotations }) =>
            `${title} (${projectName}: ${annotations.find(({ type }) => type === 'skip')?.description ?? 'no reason given'})`,
        ),
    ),
    ...skippedSpecs(inner),
  ])
}

// T4: random bodies against every call, 10,000 each (`--runs 500` for fewer).
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { readNumbers, report } from '../support/report.ts'

const REPORT = '.cache/nightly/bodies.json'
const { runs } = readNumbers({ runs: 10_000 })

mkdirSync('.cache/nightly', { recursive: true })
spawnSync(
  'npx',
  ['--no-install', 'vitest', 'run', '--project', 'server', 'src/server/pipeline/hostile-bodies.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, FUZZ_RUNS: String(runs), TEST_REPORT: REPORT },
  },
)
const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(REPORT, 'utf8')) as Record<string, number>

report({
  test: 'T4',
  goal: `${runs} bodies for each call: none answered with 5xx or outside the envelope`,
  measured: `${numPassedTests} tests passed, ${numFailedTests} failed`,
  isOk: numFailedTests === 0 && (numPassedTests ?? 0) > 0,
})

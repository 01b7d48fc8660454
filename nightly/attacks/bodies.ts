// T4: changed and random bodies against every call (`--full` for the whole programme: 10,000 bodies each; `--runs N` for
// another number). Also how long the slowest answer took, and how much memory stayed in use.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import type { Figures } from '../../src/server/testing/calls/answer-figures.ts'
import { readNumbers, report } from '../support/report.ts'

const FOLDER = '.cache/nightly'
const REPORT = `${FOLDER}/bodies.json`
const FIGURES = `${FOLDER}/bodies-figures.json`
const { runs } = readNumbers({ runs: { short: 500, full: 10_000 } })

mkdirSync(FOLDER, { recursive: true })
// Those of an earlier run must not speak for this one.
for (const file of [REPORT, FIGURES]) rmSync(file, { force: true })
spawnSync(
  'npx',
  ['--no-install', 'vitest', 'run', '--project', 'server', 'src/server/pipeline/hostile-bodies.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, FUZZ_RUNS: String(runs), TEST_REPORT: REPORT, FUZZ_FIGURES: FIGURES },
  },
)
if (!existsSync(REPORT) || !existsSync(FIGURES)) throw new Error('The test has not come to its end')
const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(REPORT, 'utf8')) as Record<string, number>
const figures = JSON.parse(readFileSync(FIGURES, 'utf8')) as Figures

report({
  test: 'T4',
  goal: `${runs} bodies for each call: none answered with 5xx or outside the envelope`,
  measured: `${numPassedTests} tests passed, ${numFailedTests} failed; ${figures.answers} answers, of ${figures.successes} calls at least one with 200`,
  isOk: numFailedTests === 0 && (numPassedTests ?? 0) > 0,
})
report({
  test: 'T4',
  goal: 'no answer over 1 s (one that was is asked for again, because other work delays answers too)',
  measured: `slowest ${Math.round(figures.slowestMs)} ms (${figures.slowestCall})`,
  isOk: figures.slowestMs < 1_000,
})
report({
  test: 'T4',
  goal: 'memory after a collection of garbage grows by less than 50 MB',
  measured: `${figures.memoryGrowthMb.toFixed(1)} MB`,
  isOk: figures.memoryGrowthMb < 50,
})

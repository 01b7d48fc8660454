// T4: changed and random bodies against every call (`--full` for the whole programme: 10,000 bodies each; `--runs N` for
// another number), and each nasty value at each place of its input. Also how long the slowest answer took, and how much memory
// stayed in use.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import type { Figures } from '../../src/server/testing/calls/answer-figures.ts'
import { readNumbers, report } from '../support/report.ts'

const FOLDER = '.cache/nightly'
const MAX_PARTS = 4
const { runs } = readNumbers({ runs: { short: 500, full: 10_000 } })

interface Part {
  passed: number
  failed: number
  figures: Figures
}

/** The calls are dealt out to as many processes as there are cores, because the whole programme takes hours. */
async function runPart(part: number, parts: number): Promise<Part> {
  const [reportFile, figuresFile] = [`${FOLDER}/bodies-${part}.json`, `${FOLDER}/bodies-figures-${part}.json`]
  // Those of an earlier run must not speak for this one.
  for (const file of [reportFile, figuresFile]) rmSync(file, { force: true })
  const program = ['vitest', 'run', '--project', 'server', 'src/server/pipeline/hostile-bodies.test.ts']
  const test = spawn('npx', ['--no-install', ...program], {
    stdio: 'inherit',
    env: {
      ...process.env,
      FUZZ_RUNS: String(runs),
      FUZZ_PART: `${part}/${parts}`,
      TEST_REPORT: reportFile,
      FUZZ_FIGURES: figuresFile,
    },
  })
  await once(test, 'exit')
  if (!existsSync(reportFile) || !existsSync(figuresFile)) throw new Error('The test has not come to its end')
  const { numPassedTests = 0, numFailedTests = 0 } = readJson<Record<string, number>>(reportFile)
  return { passed: numPassedTests, failed: numFailedTests, figures: readJson<Figures>(figuresFile) }
}

const readJson = <Content>(file: string) => JSON.parse(readFileSync(file, 'utf8')) as Content

mkdirSync(FOLDER, { recursive: true })
const count = Math.min(availableParallelism(), MAX_PARTS)
const parts = await Promise.all(Array.from({ length: count }, (_, part) => runPart(part, count)))
const sum = (read: (part: Part) => number) => parts.reduce((total, part) => total + read(part), 0)
const [passed, failed] = [sum((part) => part.passed), sum((part) => part.failed)]
const { slowestMs, slowestCall } = parts
  .map(({ figures }) => figures)
  .reduce((one, other) => (other.slowestMs > one.slowestMs ? other : one))
const memoryGrowthMb = Math.max(...parts.map(({ figures }) => figures.memoryGrowthMb))

report({
  test: 'T4',
  goal: `${runs} bodies for each call, and each nasty value at each place of its input: none answered with 5xx or outside the envelope`,
  measured: `${passed} tests passed, ${failed} failed; ${sum(({ figures }) => figures.answers)} answers, of ${sum(({ figures }) => figures.successes)} calls at least one with 200`,
  isOk: failed === 0 && passed > 0,
})
report({
  test: 'T4',
  goal: 'no answer over 1 s (one that was is asked for again, because other work delays answers too)',
  measured: `slowest ${Math.round(slowestMs)} ms (${slowestCall})`,
  isOk: slowestMs < 1_000,
})
report({
  test: 'T4',
  goal: 'memory after a collection of garbage grows by less than 50 MB',
  measured: `${memoryGrowthMb.toFixed(1)} MB`,
  isOk: memoryGrowthMb < 50,
})

import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

/** Enough for what was expected, what was found and where. */
const MAX_ERROR_LINES = 12

/** Reads Vitest's JSON report: `{ name, file, status, isSlow, error }` a test, status 'passed', 'failed' or 'skipped'. */
export function readVitestReport(path) {
  return JSON.parse(readFileSync(path, 'utf8')).testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name)
    // A file that cannot be loaded fails without having a test.
    if (status === 'failed' && assertionResults.every((test) => test.status !== 'failed'))
      return [
        ...assertionResults.map((test) => toVitestResult(test, file)),
        { name: file, file, status: 'failed', error: shorten(message) },
      ]
    return assertionResults.map((test) => toVitestResult(test, file))
  })
}

function toVitestResult({ fullName, status, failureMessages, tags }, file) {
  return {
    name: `${file} › ${fullName}`,
    file,
    status: status === 'passed' || status === 'failed' ? status : 'skipped',
    isSlow: tags.includes('slow'),
    error: shorten(failureMessages[0]),
  }
}

/** Reads Playwright's JSON report in the same form. A test that waited for one that failed is 'not run'. */
export function readPlaywrightReport(path) {
  return readSuites(JSON.parse(readFileSync(path, 'utf8')).suites)
}

function readSuites(suites) {
  return suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ title, file, tests }) => tests.map((test) => toPlaywrightResult(test, title, file))),
    ...readSuites(inner),
  ])
}

function toPlaywrightResult({ status, projectName, annotations, results }, title, file) {
  const skip = annotations.find(({ type }) => type === 'skip')
  if (skip)
    return { name: `${title} (${projectName}: ${skip.description ?? 'no reason given'})`, file, status: 'skipped' }
  const name = `${title} (${projectName})`
  if (status === 'skipped') return { name, file, status: 'not run' }
  return { name, file, status: status === 'expected' ? 'passed' : 'failed', error: shorten(results[0]?.error?.message) }
}

/** Without the terminal's colours and the places inside libraries. */
function shorten(message = '') {
  const lines = stripVTControlCharacters(message).split('\n')
  return lines
    .filter((line) => !/^\s+at .*(node_modules|<anonymous>)/.test(line))
    .slice(0, MAX_ERROR_LINES)
    .join('\n')
}

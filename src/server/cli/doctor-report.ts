import type { CheckStatus } from '#contract/choices.ts'
import type { SystemCheck } from '#contract/schemas/operations/system.ts'
import { pluralize } from '#server/platform/pluralize.ts'

const WORDS: Record<CheckStatus, string> = { ok: 'ok', warning: 'WARNING', error: 'PROBLEM' }

/** One line for each check, and the sum. */
export function formatChecks(checks: readonly SystemCheck[]): string {
  const width = Math.max(...checks.map(({ title }) => title.length))
  const lines = checks.map(({ status, title, text }) => `${WORDS[status].padEnd(7)}  ${title.padEnd(width)}  ${text}`)
  return [...lines, '', summarize(checks)].join('\n')
}

function summarize(checks: readonly SystemCheck[]): string {
  const count = (wanted: CheckStatus) => checks.filter(({ status }) => status === wanted).length
  const [problems, warnings] = [count('error'), count('warning')]
  return problems + warnings === 0
    ? 'Everything works.'
    : `${pluralize(problems, 'problem')}, ${pluralize(warnings, 'warning')}.`
}

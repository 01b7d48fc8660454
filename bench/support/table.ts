import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { PROJECT_ROOT } from '../../src/server/platform/project-root.ts'

const RESULTS = join(PROJECT_ROOT, 'bench/RESULTS.md')
const INTRODUCTION = `# Results

The last table of each benchmark. Absolute figures belong to the machine and the hour; the ratios, measured in the same
run, are what counts.
`

export type Cell = string | number | boolean | null

/** A Markdown table, padded so that it is readable in a terminal. */
export function table(head: string[], rows: Cell[][]): string {
  const texts = [head, ...rows.map((row) => row.map(cellText))]
  const widths = head.map((_, column) => Math.max(...texts.map((row) => (row[column] ?? '').length)))
  const line = (row: string[]) => `| ${row.map((text, column) => text.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = widths.map((width) => '-'.repeat(width))
  return [head, rule, ...texts.slice(1)].map(line).join('\n')
}

function cellText(cell: Cell): string {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'met' : 'not met'
  return typeof cell === 'number' ? cell.toLocaleString('en-US', { maximumFractionDigits: 2 }) : cell
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** Replaces a benchmark's section of RESULTS.md. */
export function writeResults(title: string, text: string): void {
  const body = existsSync(RESULTS) ? readFileSync(RESULTS, 'utf8') : INTRODUCTION
  const [introduction = INTRODUCTION, ...parts] = body.split(/^(?=## )/m)
  const section = `## ${title}\n\n${describeEnvironment()}\n\n${text}\n`
  const others = parts.filter((part) => !part.startsWith(`## ${title}\n`)).map((part) => `${part.trimEnd()}\n`)
  const sections = [...others, section].sort((a, b) => a.localeCompare(b, 'en'))
  writeFileSync(RESULTS, [`${introduction.trimEnd()}\n`, ...sections].join('\n'))
  console.log(`\n${text}\n`)
}

function describeEnvironment(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: PROJECT_ROOT, encoding: 'utf8' }).trim()
  const changed = git('status', '--porcelain', '--', 'src', 'package-lock.json') === '' ? '' : ' with changes'
  const day = new Date().toISOString().slice(0, 10)
  const memory = Math.round(totalmem() / 2 ** 30)
  return `Commit ${git('rev-parse', '--short', 'HEAD')}${changed}, ${day}, Node ${process.versions.node}, ${cpus().length} cores, ${memory} GB.`
}

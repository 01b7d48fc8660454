import { appendFileSync } from 'node:fs'
import { parseArgs } from 'node:util'

interface Result {
  /** Of docs/reliability.md, such as `T13`. */
  test: string
  goal: string
  measured: string
  isOk: boolean
}

/** Set by `readNumbers`: whether this run is as long as the programme asks for. */
let isFull = true

/**
 * Prints one figure beside its goal. A figure that falls short makes the script end with code 1. `part` is a figure that is
 * good so far: the run was shorter than the programme asks for (`--full`).
 */
export function report({ test, goal, measured, isOk }: Result): void {
  if (!isOk) process.exitCode = 1
  print({ test, goal, measured, verdict: isOk ? (isFull ? 'ok' : 'part') : 'short' })
}

/** For what this machine cannot measure. */
export function reportSkipped(test: string, reason: string): void {
  print({ test, goal: '', measured: reason, verdict: 'not measured' })
}

function print(figure: Omit<Result, 'isOk'> & { verdict: string }): void {
  const { test, goal, measured, verdict } = figure
  console.log(
    verdict === 'not measured'
      ? `${test} · not measured: ${measured}`
      : `${test} · goal: ${goal} · measured: ${measured} · ${verdict}`,
  )
  // For the table at the end of `npm run nightly`.
  if (process.env['NIGHTLY_FIGURES'])
    appendFileSync(process.env['NIGHTLY_FIGURES'], `${JSON.stringify([test, goal, measured, verdict])}\n`)
}

/** A number by default, and the programme's own, which `--full` takes. One number is both. */
type Length = number | { short: number; full: number }

/** Reads `--name 5` for each of the names, and `--full`. */
export function readNumbers<Name extends string>(lengths: Record<Name, Length>): Record<Name, number> {
  const names = Object.keys(lengths) as Name[]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const parsed = parseArgs({ options: { ...options, full: { type: 'boolean' } } })
  const values: Record<string, unknown> = parsed.values
  const entries = names.map((name) => {
    const length: Length = lengths[name]
    const { short, full } = typeof length === 'number' ? { short: length, full: length } : length
    const given = values[name]
    const value = typeof given === 'string' ? Number(given) : values['full'] ? full : short
    if (!Number.isFinite(value)) throw new Error(`--${name} must be a number`)
    if (value < full) isFull = false
    return [name, value] as const
  })
  return Object.fromEntries(entries) as Record<Name, number>
}

import { parseArgs } from 'node:util'

interface Result {
  /** Of docs/reliability.md, such as `T13`. */
  test: string
  goal: string
  measured: string
  isOk: boolean
}

/** Prints one figure beside its goal. A figure that falls short makes the script end with code 1. */
export function report({ test, goal, measured, isOk }: Result): void {
  console.log(`${test} · goal: ${goal} · measured: ${measured} · ${isOk ? 'ok' : 'short'}`)
  if (!isOk) process.exitCode = 1
}

/** For what this machine cannot measure. */
export function reportSkipped(test: string, reason: string): void {
  console.log(`${test} · not measured: ${reason}`)
}

/** Reads `--name 5` for each of the names; these are the values without it. */
export function readNumbers<Name extends string>(defaults: Record<Name, number>): Record<Name, number> {
  const names = Object.keys(defaults) as Name[]
  const options = Object.fromEntries(names.map((name) => [name, { type: 'string' as const }]))
  const { values } = parseArgs({ options })
  const entries = names.map((name) => {
    const value = values[name] === undefined ? defaults[name] : Number(values[name])
    if (!Number.isFinite(value)) throw new Error(`--${name} must be a number`)
    return [name, value] as const
  })
  return Object.fromEntries(entries) as Record<Name, number>
}

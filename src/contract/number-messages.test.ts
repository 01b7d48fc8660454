import { expect, test } from 'vitest'
import type { $ZodType } from 'zod/v4/core'
import { CALL_NAMES } from '#contract/calls.ts'
import { contract } from '#contract/contract.ts'

/** Sent by clients, and by no field that a user types into. */
const NOT_TYPED = new Set(['page', 'version', 'section'])

interface Definition {
  type: string
  error?: unknown
  checks?: { _zod: { def: { error?: unknown } } }[]
  shape?: Record<string, $ZodType>
  options?: $ZodType[]
  innerType?: $ZodType
  element?: $ZodType
  in?: $ZodType
}

/** Numbers of an input whose refusal would say “Invalid input” instead of what to enter. */
function findSilentNumbers(schema: $ZodType, path: string): string[] {
  const { type, error, checks = [], shape, options, innerType, element, in: input } = schema._zod.def as Definition
  if (type === 'number') {
    const isSilent = error === undefined || checks.some((check) => check._zod.def.error === undefined)
    return isSilent ? [path] : []
  }
  // Forms show the message of the whole union, such as an id’s.
  if (type === 'union' && error !== undefined) return []
  const inner = [innerType, element, input, ...(options ?? [])].filter((one) => one !== undefined)
  return [
    ...inner.flatMap((one) => findSilentNumbers(one, path)),
    ...Object.entries(shape ?? {}).flatMap(([name, one]) =>
      NOT_TYPED.has(name) ? [] : findSilentNumbers(one, `${path}.${name}`),
    ),
  ]
}

test('every number that a form takes says what to enter when it is refused', () => {
  const silent = CALL_NAMES.flatMap((name) => findSilentNumbers(contract[name].input, name))
  expect(silent).toEqual([])
})

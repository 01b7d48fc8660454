import { expect, test } from 'vitest'
import { type $ZodType, safeParse } from 'zod/v4/core'
import { CALL_NAMES } from '#contract/calls.ts'
import { contract } from '#contract/contract.ts'
import { ignoredFields } from '#contract/schemas/fields.ts'

interface Definition {
  type: string
  error?: unknown
  checks?: { _zod: { def: { check: string; error?: unknown } } }[]
  shape?: Record<string, $ZodType>
  options?: $ZodType[]
  items?: $ZodType[]
  innerType?: $ZodType
  element?: $ZodType
  keyType?: $ZodType
  valueType?: $ZodType
  in?: $ZodType
}

const getDefinition = (schema: $ZodType) => schema._zod.def as Definition

/** The schemas directly within one, each with the name of its field, if it is one. */
function getParts(schema: $ZodType): [name: string | undefined, part: $ZodType][] {
  const { shape, options = [], items = [], innerType, element, keyType, valueType, in: input } = getDefinition(schema)
  const unnamed = [innerType, element, keyType, valueType, input, ...options, ...items].filter(
    (part) => part !== undefined,
  )
  return [...unnamed.map((part): [undefined, $ZodType] => [undefined, part]), ...Object.entries(shape ?? {})]
}

/** Sent by clients, and by no field that a user types into. */
const NOT_TYPED = new Set(['page', 'version', 'section', 'watched'])

/** Numbers of an input whose refusal would say “Invalid input” instead of what to enter. */
function findSilentNumbers(schema: $ZodType, path: string): string[] {
  const { type, error, checks = [] } = getDefinition(schema)
  if (type === 'number') {
    const refusing = checks.map(({ _zod }) => _zod.def).filter(({ check }) => check !== 'overwrite')
    return error === undefined || refusing.some((check) => check.error === undefined) ? [path] : []
  }
  // Forms show the message of the whole union, such as an id’s.
  if (type === 'union' && error !== undefined) return []
  return getParts(schema).flatMap(([name, part]) => {
    if (name === undefined) return findSilentNumbers(part, path)
    return NOT_TYPED.has(name) ? [] : findSilentNumbers(part, `${path}.${name}`)
  })
}

test('every number that a form takes says what to enter when it is refused', () => {
  const silent = CALL_NAMES.flatMap((name) => findSilentNumbers(contract[name].input, name))
  expect(silent).toEqual([])
})

/** Fields that are only compared, hashed or sent back, and two whose text is checked with what is around it. */
const UNCHECKED = new Set([
  'password',
  'proof',
  'token',
  'confirmLogin.code',
  'client_id',
  'tabs',
  'updateCoupon.version',
  'materials.url',
])
const { ignored } = ignoredFields('ignored')

/** Texts that PostgreSQL refuses, or alters, and the input takes. */
function findUnstorableTexts(schema: $ZodType, path: string): string[] {
  if (getDefinition(schema).type === 'string')
    return ['\u0000', 'a\u0000b', '\ud800'].some((text) => safeParse(schema, text).success) ? [path] : []
  if (schema === ignored) return []
  return getParts(schema).flatMap(([name, part]) =>
    findUnstorableTexts(part, name === undefined ? path : `${path}.${name}`),
  )
}

test('every text that a call stores or looks up is one that the database takes', () => {
  // Those of sockets too.
  const found = Object.entries(contract).flatMap(([name, endpoint]) =>
    'input' in endpoint ? findUnstorableTexts(endpoint.input, name) : [],
  )
  const isUnchecked = (path: string) => [1, 2].some((length) => UNCHECKED.has(path.split('.').slice(-length).join('.')))
  expect(found.filter((path) => !isUnchecked(path))).toEqual([])
})

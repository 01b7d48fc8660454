import * as fc from 'fast-check'
import { CALL_NAMES, type CallName } from '#contract/calls.ts'
import { contract } from '#contract/contract.ts'
import { at } from '#server/testing/at.ts'
import type { Input } from './call-inputs.ts'
import { hostileValue, NASTY_VALUES } from './hostile-values.ts'

interface Mutation {
  /** Which of the input's places, counted round and round. */
  place: number
  kind: 'replace' | 'remove' | 'repeat'
  value: unknown
}

/** What is done to a valid input. */
export type Hostility = { mutations: Mutation[] } | { fields: Input } | { instead: unknown }

type Container = Record<string | number, unknown>
type Path = (string | number)[]

/** The fields that the call declares. */
export function getFields(name: CallName): string[] {
  const { input } = contract[name]
  const shapes = input.def.type === 'union' ? input.def.options.map(({ shape }) => shape) : [input.def.shape]
  return [...new Set(shapes.flatMap((shape) => Object.keys(shape)))]
}

const ALL_FIELDS = [...new Set(CALL_NAMES.flatMap(getFields)), '__proto__', 'role', 'constructor']

const mutation: fc.Arbitrary<Mutation> = fc.record({
  place: fc.nat({ max: 100_000 }),
  kind: fc.constantFrom('replace', 'replace', 'replace', 'replace', 'remove', 'repeat'),
  value: hostileValue,
})

/** Mostly one or two changes anywhere in a valid input, so that the rest of it passes and the handler is reached. */
export const hostility: fc.Arbitrary<Hostility> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ mutations: fc.array(mutation, { minLength: 1, maxLength: 2 }) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      fields: fc.dictionary(fc.constantFrom(...ALL_FIELDS), hostileValue, { minKeys: 1, maxKeys: 4 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ instead: hostileValue }) },
)

/** Each nasty value at each of the input's places in turn. */
export const listReplacements = (name: CallName, input: Input): Hostility[] =>
  findPlaces(input, getFields(name)).flatMap((_, place) =>
    NASTY_VALUES.map((value) => ({ mutations: [{ place, kind: 'replace', value }] })),
  )

/** Returns the body to send. The input stays as it is. */
export function applyHostility(name: CallName, input: Input, hostile: Hostility): unknown {
  if ('instead' in hostile) return hostile.instead
  if ('fields' in hostile) return { ...input, ...hostile.fields }
  const body = structuredClone(input)
  for (const mutation of hostile.mutations) mutate(body, getFields(name), mutation)
  return body
}

function mutate(body: Input, fields: string[], { place, kind, value }: Mutation): void {
  const places = findPlaces(body, fields)
  const path = at(places, place % places.length)
  const key = at(path, -1)
  const parent = path.slice(0, -1).reduce<unknown>((node, step) => (node as Container)[step], body) as Container
  // A copy, because the next mutation may be in it.
  if (kind === 'replace') parent[key] = structuredClone(value)
  else if (kind === 'repeat' && Array.isArray(parent)) parent.push(structuredClone(parent[Number(key)]))
  else if (kind === 'repeat') parent[key] = [parent[key], parent[key]]
  else if (Array.isArray(parent)) parent.splice(Number(key), 1)
  else delete parent[key]
}

/** Those of its values, of the fields that it lacks, and of one that no call has. */
const findPlaces = (body: Input, fields: string[]): Path[] => [
  ...findPaths(body),
  ...fields.filter((field) => !(field in body)).map((field) => [field]),
  ['x'],
]

/** Of every value in it, however deep. */
function findPaths(node: unknown): Path[] {
  if (typeof node !== 'object' || node === null) return []
  const entries: [string | number, unknown][] = Array.isArray(node) ? [...node.entries()] : Object.entries(node)
  return entries.flatMap(([key, child]) => [[key], ...findPaths(child).map((path) => [key, ...path])])
}

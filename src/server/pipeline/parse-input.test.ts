import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AppError } from '#contract/errors.ts'
import { parseInput } from './parse-input.ts'

const schema = z.object({ name: z.string({ error: 'Enter a name' }).check(z.maxLength(3, { error: 'Too long' })) })
const parse = (input: unknown) => parseInput('aCall', schema, input)

test('returns the input, without what the schema does not know', () => {
  expect(parse({ name: 'Ada', role: 'admin' })).toEqual({ name: 'Ada' })
})

test.each([
  [{ name: 1 }, 'Enter a name'],
  [{ name: 'Grace' }, 'Too long'],
])('refuses %j with the first field’s message', (input, text) => {
  expect(() => parse(input)).toThrow(new AppError('invalid_input', { text }))
})

test.each<{ length: unknown }>([
  { length: { toString: 'x' } },
  { length: [{ toString: 'x' }] },
  { length: { valueOf: 1, toString: 1 } },
])('refuses %j, whose length no number can be compared with', (name) => {
  expect(() => parse({ name })).toThrow(new AppError('invalid_input'))
})

test('throws what a schema’s own check throws', () => {
  const broken = z.string().check(
    z.refine(() => {
      throw new TypeError('a fault')
    }),
  )
  expect(() => parseInput('aCall', broken, 'x')).toThrow('a fault')
})

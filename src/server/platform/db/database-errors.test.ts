import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { isDatabaseUnavailable } from './database-errors.ts'

const refused = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' })
const other = new Error('something else')

test.each([
  ['the cause of an error', new Error('failed', { cause: refused }), true],
  ['each of several errors', new AggregateError([refused, new Error('failed', { cause: refused })]), true],
  ['one of several errors', new AggregateError([refused, other]), false],
  ['none', new AggregateError([]), false],
  ['several errors behind one', new Error('failed', { cause: new AggregateError([refused]) }), true],
  ['the file storage', new Error('failed', { cause: new AppError('not_ready', { cause: refused }) }), false],
])('tells that the database is away from %s', (_from, error, expected) => {
  expect(isDatabaseUnavailable(error)).toBe(expected)
})

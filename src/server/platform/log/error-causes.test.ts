import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { AppError } from '#contract/errors.ts'
import { describeError } from '#server/features/system/errors/error-fingerprint.ts'
import { serializeError } from './log-serializers.ts'

const refused = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:9000'), { code: 'ECONNREFUSED' })
const fetchFailed = new TypeError('fetch failed', { cause: new AggregateError([refused], 'All failed') })

test('names what is behind an error, the nearest first', () => {
  const { message, causes } = serializeError(new AppError('not_ready', { text: 'No store', cause: fetchFailed }))
  expect({ message, causes }).toEqual({
    message: 'No store',
    causes: [
      { name: 'TypeError', message: 'fetch failed' },
      { name: 'AggregateError', message: 'All failed' },
      { name: 'Error', message: refused.message, code: 'ECONNREFUSED' },
    ],
  })
})

test('names no causes of an error without any, and ends when an error is its own cause', () => {
  expect(serializeError(refused)).not.toHaveProperty('causes')
  const circle = new Error('circle')
  circle.cause = circle
  expect(serializeError(circle).causes).toHaveLength(10)
})

test('has no emails, no values of a query and no invalid JSON in causes', () => {
  const failed = new DrizzleQueryError('select $1', ['a secret'], new Error('to ada@mail.example'))
  const error = new AggregateError([failed, new SyntaxError('Unexpected "a secret"')], 'Several')
  expect(serializeError(error).causes).toEqual([
    { name: 'SyntaxError', message: 'not JSON' },
    { name: 'Error', message: 'to …' },
  ])
})

test('shows the causes on the System page', () => {
  expect(describeError({ error: new Error('away', { cause: fetchFailed }), source: 'a job' }).stack).toMatch(
    /^Cause: TypeError: fetch failed\nCause: AggregateError: All failed\nCause: Error: connect ECONNREFUSED 127/m,
  )
})

import { expect, test } from 'vitest'
import { toProviderError } from './to-provider-error.ts'

const createCause = (code: string) =>
  new Error('Failed query', { cause: Object.assign(new Error('the reason'), { code }) })

test.each(['57P01', '53100', '58030', 'ENOSPC'])(
  'what our database or disk says (%s) is no failure of the test provider, whose books are there',
  (code) => {
    const cause = createCause(code)
    expect(toProviderError('test', cause)).toBe(cause)
    expect(toProviderError('stripe', cause)).toMatchObject({ code: 'payment_unavailable', cause })
  },
)

test('other failures are the provider’s', () => {
  expect(toProviderError('test', new Error('It says no'))).toMatchObject({ code: 'payment_unavailable' })
})

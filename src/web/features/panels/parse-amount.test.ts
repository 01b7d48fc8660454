import { expect, test } from 'vitest'
import { parseAmountText } from './parse-amount-text.ts'

test.each([
  ['80', '80'],
  ['', ''],
  ['4.', '4.'],
  [' 49.90 ', '49.90'],
  ['49,90', '49.90'],
  ['$1,299.00', '1299.00'],
  ['1,299.00 €', '1299.00'],
  ['£80', '80'],
  ['25 %', '25'],
  ['abc', null],
  ['12abc', null],
  ['1e5', null],
  ['-5', null],
  ['1.2.3', null],
  ['1,2,3', null],
  ['٥', null],
])('parses the amount in %j as %j', (text, amount) => expect(parseAmountText(text)).toBe(amount))

import { expect, test } from 'vitest'
import { parseAmount, parseAmountText } from './parse-amount.ts'

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
  ['1.299,00 €', '1299.00'],
  ['12,50 EUR', '12.50'],
  ['CHF 12.50', '12.50'],
  ['₹1,299', '1.299'],
  ['EUR', null],
  ['12.5 euros', null],
  ['abc', null],
  ['12abc', null],
  ['1e5', null],
  ['-5', null],
  ['1.2.3', null],
  ['1,2,3', null],
  ['٥', null],
])('parses the amount in %j as %j', (text, amount) => expect(parseAmountText(text)).toBe(amount))

test.each([
  ['12.5', 12.5],
  ['€ 5', 5],
  ['5,00 kr', null],
  ['£1,299.00', 1299],
  ['1.299,00 €', 1299],
  // Could be a thousand or one: the admin has to say.
  ['1,299', null],
  ['12.505', null],
  ['12.', null],
  ['.50', null],
  ['', null],
  ['12345678', null],
])('reads %j as the amount %j', (text, amount) => expect(parseAmount(text)).toBe(amount))

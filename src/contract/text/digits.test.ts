import { expect, test } from 'vitest'
import { toAsciiDigits } from './digits.ts'

/** Every numbering system of the runtime that has ten digits, with its name. */
const SCRIPTS = Intl.supportedValuesOf('numberingSystem').flatMap((numberingSystem) => {
  const digits = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false }).format(1234567890)
  return [...digits].length === 10 && /^\p{Nd}+$/u.test(digits) ? [[numberingSystem, digits] as const] : []
})

test('there are many scripts', () => expect(SCRIPTS.length).toBeGreaterThan(50))

test.each(SCRIPTS)('reads the digits of %s', (_name, digits) => expect(toAsciiDigits(digits)).toBe('1234567890'))

test('leaves everything else as it is', () => expect(toAsciiDigits('a-½²Ⅳ四 ٤')).toBe('a-½²Ⅳ四 4'))

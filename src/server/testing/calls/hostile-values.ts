import * as fc from 'fast-check'

const NUMBERS = [0, -0, 1, -1, 1.5, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324, 1e21]
const DIGITS = ['0', '1', '-1', '1e3', '01', '9'.repeat(15), '9'.repeat(16), '9'.repeat(400), 'NaN', 'Infinity']
const UNICODE = [
  ...['\u0000', 'a\u0000b', '\ud800', '\udfff\ud800', '\uffff', '\u202e', '\u0130', 'ﬃ', '👩‍👩‍👧‍👦', 'a\u0301'.repeat(500)],
  // Six characters with more bytes.
  ...['éééééé', '١٢٣٤٥٦'],
]
const CODE = [
  ...["'", '"', '\\', "'; drop table users; --", '%', '_', '%%%', '${7*7}', '{{7*7}}', '<script>alert(1)</script>'],
]
const DATES = [
  '2024-02-31',
  '2024-13-45',
  '0000-00-00',
  '0000-12-31',
  '0001-01-01',
  '9999-12-31',
  '-000001-01-01',
  '+275760-09-13',
]
const ADDRESSES = [
  ...['a@b.c', 'a@mail.example', `${'a'.repeat(250)}@b.co`, 'A@MAIL.EXAMPLE', 'a@mail.example,b@mail.example', '@'],
  '../../etc/passwd',
]
const OBJECTS: unknown[] = [
  ...[[], [1], [[[[]]]], ['a@b.c', 'b@c.d']],
  ...[{}, { id: 1 }, { $gt: '' }, { toString: 'x' }, { length: 1e9 }, { length: { toString: 'x' } }],
]

export const NASTY_TEXTS = ['', ' ', ...DIGITS, ...UNICODE, ...CODE, ...DATES, ...ADDRESSES, 'x'.repeat(10_000)]

export const NASTY_VALUES: readonly unknown[] = [null, true, false, ...NUMBERS, ...NASTY_TEXTS, ...OBJECTS]

/** Anything that JSON can say. */
export const hostileValue = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...NASTY_VALUES) },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 4 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 50 }) },
  { weight: 1, arbitrary: fc.double() },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 200 }) },
)

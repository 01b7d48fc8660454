import { describe, expect, it } from 'vitest'
import { hasAddress, hasInvisibleCharacters, isBlankLooking, isStaffName } from './names.ts'

describe('hasInvisibleCharacters', () => {
  it.each([
    ['a zero-width space', 'Ada\u200b'],
    ['a zero-width joiner', 'Ada\u200dL'],
    ['a right-to-left override', '\u202enimda'],
    ['a bidi isolate', '\u2066Ada\u2069'],
    ['a left-to-right mark', 'Ada\u200e'],
    ['an Arabic letter mark', 'Ada\u061c'],
    ['a byte order mark', '\ufeffAda'],
    ['a soft hyphen', 'A\u00adda'],
    ['a Hangul filler', '\u3164'],
    ['a braille blank', 'Ada\u2800'],
    ['a line separator', 'Ada\u2028L'],
    ['a C1 control', 'Ada\u0085'],
    ['a tag character', 'Ada\u{e0041}'],
    ['a private character', 'Ada\ue000'],
  ])('finds %s', (_name, text) => expect(hasInvisibleCharacters(text)).toBe(true))

  it.each(['Ada', 'José María', 'O’Brien-Smith', 'محمد', 'علی\u200cرضا', 'क्\u200dष', '李小龍', 'Nguyễn', 'Þórr'])(
    'accepts %s',
    (text) => expect(hasInvisibleCharacters(text)).toBe(false),
  )
})

it.each(['-', '...', '・', '?!'])('calls %j blank-looking', (text) => expect(isBlankLooking(text)).toBe(true))
it.each(['A', '李', 'X Æ 12', '’t Hooft'])('does not call %j blank-looking', (text) => {
  expect(isBlankLooking(text)).toBe(false)
})

describe('hasAddress', () => {
  it.each([
    'ada@mail.example',
    'Win at evil.com',
    'evil.com/prize',
    'EVIL.COM',
    'Evil.Com',
    'x.com',
    '1.ru',
    't.me',
    'www.evil',
    'https://evil',
    'javascript:alert',
    'evil。com',
    'evil．com',
    'пример.рф',
    'a\\b',
  ])('finds one in %s', (text) => expect(hasAddress(text)).toBe(true))

  it.each(['J. R. R. Tolkien', 'J.R.R. Tolkien', 'St. John', 'Jr.', 'Martin Luther King Jr.', 'Ph.D', 'de la Cruz'])(
    'finds none in %s',
    (text) => expect(hasAddress(text)).toBe(false),
  )
})

describe('isStaffName', () => {
  it.each([
    'Learn Lantern',
    'Learn Lantern Admin',
    'LEARN  LANTERN',
    'L.e.a.r.n Lantern',
    'Learn-Lantern Team',
    'Leаrn Lаntern',
    'Learn 1antern',
    'Leam Lantern',
    'The Admin',
    'Site Administrator',
    'ADMIN',
    'Adm1n Team',
    'Аdmin Ada',
    'Ádmín',
    'Adrnin',
    'A d m i n',
    'Support Team',
    'Customer Support',
    'Help Desk',
    'Moderator Mara',
  ])('finds staff in %s', (name) => expect(isStaffName(name)).toBe(true))

  it.each(['Ada Lovelace', 'Lantern Jones', 'Learn Hand', 'Joe Root', 'Stafford Support', 'Adminah Musa'])(
    'finds none in %s',
    (name) => expect(isStaffName(name)).toBe(false),
  )
})

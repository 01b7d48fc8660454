import { expect, test } from 'vitest'
import { escapeFormulas, removeFormulaEscape } from './csv.ts'

const LETTERS = [...';\t\r\n\'" =－a']

/** All texts of up to five letters. */
function listTexts(): string[] {
  const texts = ['']
  for (let from = 0, length = 0; length < 5; length++) {
    const to = texts.length
    for (const text of texts.slice(from, to)) for (const letter of LETTERS) texts.push(text + letter)
    from = to
  }
  return texts
}

test('leaves no formula at the start of a cell, however it is separated, and can be undone', () => {
  const texts = listTexts()
  const escaped = texts.map(escapeFormulas)
  const hasFormula = (text: string) => text.split(/[;\t\r\n]/).some((cell) => /^["\s]*[=－]/.test(cell))
  expect(escaped.filter(hasFormula)).toEqual([])
  expect(texts.filter((text, index) => removeFormulaEscape(escaped[index] ?? '') !== text)).toEqual([])
})

test.each([
  ['hello;=1+1', "hello;'=1+1"],
  ["hello;'=1+1", "hello;''=1+1"],
  ['a;b', 'a;b'],
  ['a; "=1";c', 'a;\' "=1";c'],
  ['a\r\n=1\n\t@x', "a\r\n'=1\n'\t'@x"],
  ['=1;+2', "'=1;'+2"],
  [-1, -1],
  [null, null],
])('writes %j as %j', (cell, escaped) => {
  expect(escapeFormulas(cell)).toBe(escaped)
})

test('takes no longer for a text of nothing but separators', () => {
  const text = '\n'.repeat(1_000_000)
  expect(removeFormulaEscape(escapeFormulas(text))).toBe(text)
})

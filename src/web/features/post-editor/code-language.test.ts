import { afterEach, expect, test } from 'vitest'
import { createQuill, getHtml, setHtml } from './create-quill.ts'

const line = (language: string, text: string) => `<div class="ql-code-block" data-language="${language}">${text}</div>`
const buildBlock = (language: string, ...lines: string[]) =>
  `<div class="ql-code-block-container" spellcheck="false">${lines.map((text) => line(language, text)).join('')}</div>`

function showEditor(html: string) {
  const container = document.body.appendChild(document.createElement('div'))
  const quill = createQuill(container, { labelId: 'label', onPictures: () => {} })
  setHtml(quill, html)
  const select = container.querySelector('select.code-language')
  if (!(select instanceof HTMLSelectElement)) throw new Error('The toolbar has no select')
  return {
    ...{ quill, select },
    choose(value: string) {
      select.value = value
      select.dispatchEvent(new Event('change'))
    },
  }
}

afterEach(() => document.body.replaceChildren())

test('select of the language shows only while the caret is in a code block', () => {
  const { quill, select } = showEditor(`<p>Before</p>${buildBlock('sql', 'select 1', 'from lamps')}<p>After</p>`)
  expect(select.hidden).toBe(true)
  quill.setSelection('Before\nsel'.length)
  expect([select.hidden, select.value, select.selectedOptions[0]?.label]).toEqual([false, 'sql', 'SQL'])
  quill.setSelection(1)
  expect(select.hidden).toBe(true)
})

test('chosen language is set on every line of the block and on no other', () => {
  const { quill, choose } = showEditor(`${buildBlock('plain', 'a', 'b')}<p>Between</p>${buildBlock('plain', 'c')}`)
  quill.setSelection(1)
  choose('python')
  expect(getHtml(quill)).toBe(`${buildBlock('python', 'a', 'b')}<p>Between</p>${buildBlock('plain', 'c')}`)
})

test('new code block is plain text until a language is chosen', () => {
  const { quill, select, choose } = showEditor('<p>select 1</p>')
  quill.setSelection(3)
  quill.format('code-block', true, 'user')
  expect([select.hidden, select.value]).toEqual([false, 'plain'])
  choose('sql')
  expect(getHtml(quill)).toBe(buildBlock('sql', 'select 1'))
})

test('language that the list does not name is kept and shown', () => {
  const { quill, select } = showEditor(buildBlock('haskell', 'main'))
  quill.setSelection(1)
  expect(select.value).toBe('haskell')
  expect(getHtml(quill)).toBe(buildBlock('haskell', 'main'))
})

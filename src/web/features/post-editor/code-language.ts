import type Quill from 'quill'
import { CODE_LANGUAGES, PLAIN_TEXT } from '#web/features/rich-text/code-languages.ts'

const CODE_BLOCK = 'code-block'

/** Adds a select to the toolbar that shows and changes the language of the code block with the caret. */
export function addCodeLanguage(quill: Quill, container: HTMLElement): void {
  const toolbar = container.querySelector('.ql-toolbar')
  const select = document.createElement('select')
  select.className = 'code-language'
  select.setAttribute('aria-label', 'Code language')
  select.add(new Option('Plain text', PLAIN_TEXT))
  for (const [name, label] of Object.entries(CODE_LANGUAGES)) select.add(new Option(label, name))
  select.hidden = true
  toolbar?.append(select)

  quill.on('editor-change', () => {
    const range = quill.getSelection()
    // The select itself takes the caret away.
    if (!range) return
    const language = quill.getFormat(range)[CODE_BLOCK]
    select.hidden = typeof language !== 'string'
    if (typeof language === 'string') showLanguage(select, language)
  })
  select.addEventListener('change', () => {
    setLanguage(quill, select.value)
    quill.focus()
  })
}

function showLanguage(select: HTMLSelectElement, language: string): void {
  // Pasted code may have a language that the list does not name.
  if (![...select.options].some(({ value }) => value === language)) select.add(new Option(language, language))
  select.value = language
}

/** Every line of the block has its language. */
function setLanguage(quill: Quill, language: string): void {
  const [line] = quill.getLine(quill.selection.savedRange.index)
  const block = line?.parent
  if (line?.statics.blotName !== CODE_BLOCK || !block) return
  quill.formatLine(quill.getIndex(block), block.length(), CODE_BLOCK, language, 'user')
}

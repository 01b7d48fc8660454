import type Quill from 'quill'
import { HIGHLIGHT_COLORS, TEXT_COLORS } from './colors.ts'

const CONTROL_LABELS: Record<string, string> = {
  header: 'Heading',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  strike: 'Strikethrough',
  code: 'Inline code',
  color: 'Text color',
  background: 'Highlight color',
  'list:ordered': 'Numbered list',
  'list:bullet': 'Bulleted list',
  'list:check': 'Checklist',
  'indent:-1': 'Decrease indent',
  'indent:+1': 'Increase indent',
  align: 'Alignment',
  blockquote: 'Quote',
  'code-block': 'Code block',
  link: 'Link',
  image: 'Picture',
  clean: 'Clear formatting',
}

const getControlLabel = (element: Element) => {
  const format =
    [...element.classList]
      .find((name) => CONTROL_LABELS[name.replace(/^ql-/, '')] !== undefined || /^ql-(list|indent)$/.test(name))
      ?.replace(/^ql-/, '') ?? ''
  const value = element.getAttribute('value')
  return CONTROL_LABELS[value ? `${format}:${value}` : format]
}

// In the order of each picker's items.
const HEADINGS = ['Heading 2', 'Heading 3', 'Heading 4', 'Normal']
const ALIGNMENTS = ['Left', 'Center', 'Right', 'Justify']
const COLORS = { ...TEXT_COLORS, ...HIGHLIGHT_COLORS }

function getColorLabel(item: Element): string | undefined {
  const value = item.getAttribute('data-value')
  return value === null ? 'Default color' : COLORS[value]
}

/** Gives Quill's icon buttons accessible names and tooltips. Those of its pickers say what is chosen, too. */
export function labelToolbar(quill: Quill, container: HTMLElement): void {
  const toolbar = container.querySelector<HTMLElement>('.ql-toolbar')
  toolbar?.setAttribute('aria-label', 'Formatting')
  for (const control of toolbar?.querySelectorAll('button, .ql-picker') ?? []) {
    name(control.matches('button') ? control : control.querySelector('.ql-picker-label'), getControlLabel(control))
    for (const [index, item] of control.querySelectorAll('.ql-picker-item').entries()) {
      if (control.matches('.ql-color-picker')) name(item, getColorLabel(item))
      else name(item, (control.matches('.ql-align') ? ALIGNMENTS : HEADINGS)[index])
    }
  }
  const pickers = toolbar?.querySelectorAll('.ql-picker') ?? []
  quill.on('editor-change', () => {
    // The toolbar itself takes the caret away.
    if (quill.getSelection()) pickers.forEach(nameChoice)
  })
  // Quill's pickers open with Enter only; buttons must react to Space too.
  toolbar?.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (key !== ' ' || !(target instanceof HTMLElement) || !target.matches('[role=button]')) return
    event.preventDefault()
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
  const linkInput = container.querySelector('.ql-tooltip input')
  linkInput?.setAttribute('aria-label', 'Link URL')
  linkInput?.setAttribute('data-link', 'https://')
}

function nameChoice(picker: Element): void {
  const label = picker.querySelector('.ql-picker-label')
  const choice = picker.querySelector('.ql-picker-item.ql-selected')?.getAttribute('aria-label')
  const text = [getControlLabel(picker), choice].filter(Boolean).join(': ')
  if (label && label.getAttribute('aria-label') !== text) label.setAttribute('aria-label', text)
}

function name(element: Element | null, label: string | undefined): void {
  if (!element || label === undefined) return
  element.setAttribute('aria-label', label)
  element.setAttribute('title', label)
}

const CONTROL_LABELS: Record<string, string> = {
  header: 'Heading',
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underlined',
  strike: 'Struck through',
  code: 'Code in a line',
  color: 'Colour of the text',
  background: 'Colour behind the text',
  'list:ordered': 'Numbered list',
  'list:bullet': 'List',
  'list:check': 'Checklist',
  'indent:-1': 'Less indent',
  'indent:+1': 'More indent',
  align: 'Alignment',
  blockquote: 'Quote',
  'code-block': 'Code block',
  link: 'Link',
  image: 'Picture',
  clean: 'Take the formats off',
}

const getControlLabel = (element: Element) => {
  const format =
    [...element.classList]
      .find((name) => CONTROL_LABELS[name.replace(/^ql-/, '')] !== undefined || /^ql-(list|indent)$/.test(name))
      ?.replace(/^ql-/, '') ?? ''
  const value = element.getAttribute('value')
  return CONTROL_LABELS[value ? `${format}:${value}` : format]
}

/** Of each kind of picker, in its order. */
const HEADINGS = ['Heading 2', 'Heading 3', 'Heading 4', 'Normal']
const ALIGNMENTS = ['Left', 'Centred', 'Right', 'From side to side']
const GREYS = ['Black', 'White', 'Light grey', 'Grey', 'Dark grey']
const TONES = ['Bright', 'Pale', 'Light', 'Dark', 'Very dark']
const HUES = ['red', 'orange', 'yellow', 'green', 'blue', 'purple']

/** Quill's colours stand in rows of seven, a grey before the others. */
function getColourLabel(item: Element, index: number): string | undefined {
  if (!item.hasAttribute('data-value')) return 'No colour'
  const row = Math.floor(index / 7)
  const column = index % 7
  return column === 0 ? GREYS[row] : `${TONES[row]} ${HUES[column - 1]}`
}

/** Says what the toolbar's pictures mean, to those who hear it and to those who wait with the mouse over one. */
export function labelToolbar(container: HTMLElement): void {
  const toolbar = container.querySelector<HTMLElement>('.ql-toolbar')
  toolbar?.setAttribute('aria-label', 'Formats')
  for (const control of toolbar?.querySelectorAll('button, .ql-picker') ?? []) {
    name(control.matches('button') ? control : control.querySelector('.ql-picker-label'), getControlLabel(control))
    for (const [index, item] of control.querySelectorAll('.ql-picker-item').entries()) {
      if (control.matches('.ql-color-picker')) name(item, getColourLabel(item, index))
      else name(item, (control.matches('.ql-align') ? ALIGNMENTS : HEADINGS)[index])
    }
  }
  // Quill's pickers know only Enter.
  toolbar?.addEventListener('keydown', (event) => {
    const { key, target } = event
    if (key !== ' ' || !(target instanceof HTMLElement) || !target.matches('[role=button]')) return
    event.preventDefault()
    target.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
  })
  const address = container.querySelector('.ql-tooltip input')
  address?.setAttribute('aria-label', 'Address of the link')
  address?.setAttribute('data-link', 'https://')
}

function name(element: Element | null, label: string | undefined): void {
  if (!element || label === undefined) return
  element.setAttribute('aria-label', label)
  element.setAttribute('title', label)
}

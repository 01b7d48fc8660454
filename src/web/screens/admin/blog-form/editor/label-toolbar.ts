const WORDS: Record<string, string> = {
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

const wordsFor = (element: Element) => {
  const format = [...element.classList].find((name) => WORDS[name.replace(/^ql-/, '')] !== undefined || /^ql-(list|indent)$/.test(name))?.replace(/^ql-/, '') ?? ''
  const value = element.getAttribute('value')
  return WORDS[value ? `${format}:${value}` : format]
}

/** Says what the toolbar's pictures mean, to those who hear it and to those who wait with the mouse over one. */
export function labelToolbar(box: HTMLElement): void {
  const toolbar = box.querySelector('.ql-toolbar')
  toolbar?.setAttribute('aria-label', 'Formats')
  for (const control of toolbar?.querySelectorAll('button, .ql-picker') ?? []) {
    const words = wordsFor(control)
    const target = control.matches('button') ? control : control.querySelector('.ql-picker-label')
    if (!words || !target) continue
    target.setAttribute('aria-label', words)
    target.setAttribute('title', words)
  }
}

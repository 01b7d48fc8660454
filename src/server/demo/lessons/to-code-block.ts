const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Code as the editor writes it: an element for each line, with the language. */
export function toCodeBlock(language: string, code: string): string {
  const lines = code.split('\n').map((line) => {
    const text = line.replace(/[&<>]/g, (character) => ESCAPES[character] ?? character)
    return `<div class="ql-code-block" data-language="${language}">${text || '<br>'}</div>`
  })
  return `<div class="ql-code-block-container" spellcheck="false">${lines.join('')}</div>`
}

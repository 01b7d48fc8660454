import { PLAIN_TEXT } from './code-languages.ts'

const CODE = '.ql-code-block-container, pre'

/** Colours the code blocks of an article whose language is known. The library loads with the first of them. */
export async function highlightCode(article: HTMLElement): Promise<void> {
  const blocks = [...article.querySelectorAll<HTMLElement>(CODE)].flatMap((block) => {
    const language = readLanguage(block)
    return language === null ? [] : [{ block, language }]
  })
  if (blocks.length === 0) return
  const { highlightToHtml } = await import('./highlighter.ts')
  for (const { block, language } of blocks) {
    const html = highlightToHtml(readCode(block), language)
    if (html === null) continue
    const code = document.createElement('code')
    code.className = 'highlighted'
    // Escaped by the library, which gets plain text.
    code.innerHTML = html
    block.replaceChildren(code)
    block.dataset.language = language
  }
}

/** The editor writes the language on each line; null for plain text. */
function readLanguage(block: HTMLElement): string | null {
  const language = block.querySelector<HTMLElement>('[data-language]')?.dataset.language ?? block.dataset.language
  return language === undefined || language === PLAIN_TEXT ? null : language
}

/** The editor makes an element of each line. */
function readCode(block: HTMLElement): string {
  const lines = [...block.querySelectorAll('.ql-code-block')]
  return lines.length === 0 ? block.textContent : lines.map((line) => line.textContent).join('\n')
}

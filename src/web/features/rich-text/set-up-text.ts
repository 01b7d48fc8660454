import { highlightCode } from './highlight-code.ts'
import { makeCodeFocusable } from './make-code-focusable.ts'
import './highlight.css'
import './text-colors.css'

/** A ref for sanitized text of the editor: colors its code and lets the keyboard scroll it. */
export function setUpText(text: HTMLElement | null): (() => void) | undefined {
  if (!text) return undefined
  // Without its colours the code is still readable.
  void highlightCode(text).catch((error: unknown) => console.error('Highlighting failed:', error))
  return makeCodeFocusable(text)
}

/** How long fields that are loaded when needed may take to show. */
const TIMEOUT_MS = 5_000

/** Focuses the field of this path, or what it is part of, as soon as it is in the document. */
export function focusField(path: string): void {
  const tryToFocus = () => {
    const field = findField(path)
    field?.focus()
    field?.scrollIntoView({ block: 'center' })
    return field !== null
  }
  if (tryToFocus()) return
  const observer = new MutationObserver(() => tryToFocus() && observer.disconnect())
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => observer.disconnect(), TIMEOUT_MS)
}

const FOCUSABLE = 'input:not([type=file]), textarea, select, button, [contenteditable=true]'

function findField(path: string): HTMLElement | null {
  const field = document.querySelector<HTMLElement>(`[name="${path}"]`)
  if (field) return field
  const group = document.querySelector(`[data-field="${path}"]`)
  if (group)
    return group.querySelector<HTMLElement>(`[aria-invalid=true]`) ?? group.querySelector<HTMLElement>(FOCUSABLE)
  const parent = path.slice(0, path.lastIndexOf('.'))
  // A lesson's or the page's own fields are there once they are loaded.
  return parent.split('.').length > 2 ? findField(parent) : null
}

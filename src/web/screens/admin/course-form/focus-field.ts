/** How long fields that are loaded when needed may take to show. */
const TIMEOUT_MS = 5_000
/** After this time, what the field is part of will do. */
const PART_AFTER_MS = 400

/** Focuses the field of this path as soon as it is in the document. */
export function focusField(path: string): void {
  const stop = () => {
    observer.disconnect()
    for (const timer of timers) clearTimeout(timer)
  }
  const tryToFocus = (candidate: string | null) => {
    const field = candidate === null ? null : findField(candidate)
    if (!field) return
    stop()
    field.focus()
    field.scrollIntoView({ block: 'center' })
  }
  const observer = new MutationObserver(() => tryToFocus(path))
  const timers = [setTimeout(() => tryToFocus(findPart(path)), PART_AFTER_MS), setTimeout(stop, TIMEOUT_MS)]
  observer.observe(document.body, { childList: true, subtree: true })
  tryToFocus(path)
}

const FOCUSABLE = 'input:not([type=file]), textarea, select, button, [contenteditable=true]'

function findField(path: string): HTMLElement | null {
  const field = document.querySelector<HTMLElement>(`[name="${path}"]`)
  const group = document.querySelector(`[data-field="${path}"]`)
  return (
    field ??
    group?.querySelector<HTMLElement>('[aria-invalid=true]') ??
    group?.querySelector<HTMLElement>(FOCUSABLE) ??
    null
  )
}

/** The path of the nearest part of the form that has the field. */
function findPart(path: string): string | null {
  if (findField(path)) return path
  const end = path.lastIndexOf('.')
  return end < 0 ? null : findPart(path.slice(0, end))
}

/** What Chromium, Firefox, Safari and Vite say of a script or style sheet that did not arrive. */
const MISSING_SCRIPT = /dynamically imported module|module script failed|preload CSS/i

export const isMissingScript = (error: unknown) => error instanceof TypeError && MISSING_SCRIPT.test(error.message)

/** Named by its content, so another release has another one. */
const getEntryScript = () => document.querySelector('script[type=module]')?.getAttribute('src')

/** Loads the page again when the server has another release than this tab, whose scripts are then gone. */
export async function reloadForNewRelease(): Promise<void> {
  const entry = getEntryScript()
  // Behind servers of two releases a tab could reload for ever.
  if (!entry || sessionStorage.getItem('reloaded-from') === entry) return
  const response = await fetch(window.location.href, { cache: 'no-store', headers: { accept: 'text/html' } })
  if ((await response.text()).includes(entry)) return
  sessionStorage.setItem('reloaded-from', entry)
  window.location.reload()
}

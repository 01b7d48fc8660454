/** What Chromium, Firefox, Safari and Vite say of a script or style sheet that did not arrive. */
const MISSING_SCRIPT = /dynamically imported module|module script failed|preload CSS/i

export const isMissingScript = (error: unknown) => error instanceof TypeError && MISSING_SCRIPT.test(error.message)

/** Named by its content, so another release has another one. */
const getEntryScript = () => document.querySelector('script[type=module]')?.getAttribute('src')

/** Loads the page again when the server has another release than this tab, whose scripts are then gone. */
export async function reloadForNewRelease(reload = () => window.location.reload()): Promise<void> {
  const entry = getEntryScript()
  // Behind servers of two releases a tab could reload for ever.
  if (!entry || sessionStorage.getItem('reloaded-from') === entry) return
  const response = await fetch(window.location.href, { cache: 'no-store', headers: { accept: 'text/html' } })
  const text = await response.text()
  // An answer that is no page of this site is a proxy's while the server restarts.
  if (!text.includes('id="state"') || text.includes(entry)) return
  sessionStorage.setItem('reloaded-from', entry)
  reload()
}

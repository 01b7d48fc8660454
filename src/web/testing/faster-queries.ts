import { configure, getConfig } from '@testing-library/react'

// What the queries of the screen tests would repeat: two fifths of these tests' time.

/** What the browser's own style sheet selects by. No other one is loaded. */
const SELECTED_ATTRIBUTES = ['hidden', 'open', 'type', 'style']

const styles = new Map<string, CSSStyleDeclaration>()
const computeStyle = window.getComputedStyle.bind(window)

/** jsdom compares each element with all rules each time. What an ancestor's style attribute hides counts for `display` only. */
window.getComputedStyle = (element) => {
  const attributes = SELECTED_ATTRIBUTES.map((name) => element.getAttribute(name))
  const key = JSON.stringify([element.parentElement?.localName, element.localName, ...attributes])
  const known = styles.get(key)
  if (known) return known
  const style = computeStyle(element)
  styles.set(key, style)
  return style
}

const { getElementError } = getConfig()
const isWaiting = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true

// A query that waits prints the page in its last error only, and not in that of each attempt.
configure({
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? undefined) : getElementError(message, container),
})

import { configure, getConfig } from '@testing-library/react'
import * as React from 'react'

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

const LABELED = ['Button', 'Input', 'Meter', 'Output', 'Progress', 'Select', 'TextArea'] as const

const implementation = Object.getOwnPropertySymbols(document).find(({ description }) => description === 'impl')
const page: unknown = implementation && Reflect.get(document, implementation)
if (typeof page !== 'object' || !page || !('_version' in page))
  throw new Error('jsdom no longer counts the changes of a page')

/** The page's changes when its labels were read. */
let labelsVersion: unknown
const labels = new Map<Element, HTMLLabelElement[]>()

function getControl(label: HTMLLabelElement): Element | null {
  return label.htmlFor ? document.getElementById(label.htmlFor) : label.control
}

const findLabels = () => {
  if (page._version === labelsVersion) return
  labelsVersion = page._version
  labels.clear()
  const all = document.getElementsByTagName('label')
  for (let index = 0; index < all.length; index++) {
    const label = all.item(index) as HTMLLabelElement
    const control = getControl(label)
    if (control) labels.set(control, [...(labels.get(control) ?? []), label])
  }
}

// For the labels of each control jsdom looks for the control of each label of the page.
for (const name of LABELED) {
  const { prototype } = window[`HTML${name}Element`]
  const getLabels = Object.getOwnPropertyDescriptor(prototype, 'labels')?.get
  Object.defineProperty(prototype, 'labels', {
    configurable: true,
    get(this: HTMLElement) {
      if (!this.isConnected || this.ownerDocument !== document) return getLabels?.call(this)
      if (this instanceof HTMLInputElement && this.type === 'hidden') return null
      findLabels()
      return labels.get(this) ?? []
    },
  })
}

// React's development build records a stack for each element that it makes, for messages that nothing reads here.
const internals = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })

import { useSyncExternalStore } from 'react'

/** /theme.js reads it before the first paint and sets the class on the body. */
const STORAGE_KEY = 'sidebar'
const CLASS = 'narrow-sidebar'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isNarrow = () => document.body.classList.contains(CLASS)

export function useNarrowSidebar(): boolean {
  return useSyncExternalStore(subscribe, isNarrow, () => false)
}

export function setNarrowSidebar(narrow: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, narrow ? 'narrow' : 'wide')
  } catch {
    // Storage is blocked: the choice lasts until the page is reloaded.
  }
  document.body.classList.toggle(CLASS, narrow)
  for (const listener of listeners) listener()
}

import { useSyncExternalStore } from 'react'

/** In local storage, where /theme.js reads it before the first paint; the class on the body does the rest. */
const STORAGE_KEY = 'sidebar'
const CLASS = 'narrow-sidebar'

const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const isNarrow = () => document.body.classList.contains(CLASS)

/** Whether the sidebar is collapsed: kept over reloads, for this browser. */
export function useNarrowSidebar(): boolean {
  return useSyncExternalStore(subscribe, isNarrow, () => false)
}

export function setNarrowSidebar(narrow: boolean): void {
  try {
    localStorage.setItem(STORAGE_KEY, narrow ? 'narrow' : 'wide')
  } catch {
    // Storage is closed to us: the choice holds for this page only.
  }
  document.body.classList.toggle(CLASS, narrow)
  for (const listener of listeners) listener()
}

import { useSyncExternalStore } from 'react'

export type Theme = 'dark' | 'light'

/** The key in local storage that the spec names; /theme.js reads it before the first paint. */
const STORAGE_KEY = 'theme'

const listeners = new Set<() => void>()

function getCurrentTheme(): Theme {
  return document.body.classList.contains('light') ? 'light' : 'dark'
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', onStorage)
  }
}

function onStorage(event: StorageEvent): void {
  if (event.key === STORAGE_KEY) applyTheme(event.newValue === 'light' ? 'light' : 'dark')
}

function applyTheme(theme: Theme): void {
  document.body.classList.remove('dark', 'light')
  document.body.classList.add(theme)
  for (const listener of listeners) listener()
}

export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(STORAGE_KEY, theme)
  } catch {
    // Storage is blocked: the choice lasts for this page only.
  }
  applyTheme(theme)
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, getCurrentTheme, () => 'dark')
}

import { useSyncExternalStore } from 'react'

/** False only when the browser is sure. */
export function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

function subscribe(onChange: () => void): () => void {
  for (const type of ['online', 'offline'] as const) window.addEventListener(type, onChange)
  return () => {
    for (const type of ['online', 'offline'] as const) window.removeEventListener(type, onChange)
  }
}

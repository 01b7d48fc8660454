import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False on the server and while the browser takes over its HTML: for what only the browser can know. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

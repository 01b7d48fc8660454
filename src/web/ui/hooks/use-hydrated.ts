import { useSyncExternalStore } from 'react'

const subscribe = () => () => {}

/** False on the server and during hydration, for what only the browser knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => true,
    () => false,
  )
}

import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const subscribeNever = () => () => {}

/**
 * What this entry of the history holds, or null. The server, which renders a reloaded page, cannot know it: until the
 * page is hydrated it is undefined.
 */
export function useHistoryState(): unknown {
  const { state } = useLocation()
  return useSyncExternalStore(
    subscribeNever,
    () => state as unknown,
    () => undefined,
  )
}

/** One text of it. */
export function getStateText(state: unknown, name: string): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  const value: unknown = Object.entries(state).find(([key]) => key === name)?.[1]
  return typeof value === 'string' && value !== '' ? value : undefined
}

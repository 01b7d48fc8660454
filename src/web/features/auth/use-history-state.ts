import { useSyncExternalStore } from 'react'
import { useLocation } from 'react-router'

const subscribeNever = () => () => {}

/** The history entry's state or null. Undefined until hydration, because the server cannot know it after a reload. */
export function useHistoryState(): unknown {
  const { state } = useLocation()
  return useSyncExternalStore(
    subscribeNever,
    () => state as unknown,
    () => undefined,
  )
}

/** A non-empty string in that state. */
export function getStateText(state: unknown, name: string): string | undefined {
  if (typeof state !== 'object' || state === null) return undefined
  const value: unknown = Object.entries(state).find(([key]) => key === name)?.[1]
  return typeof value === 'string' && value !== '' ? value : undefined
}
